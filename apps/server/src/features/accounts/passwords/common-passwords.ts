/** What guessers try first, of eight characters and more; shorter ones are refused for their length. */
const COMMON = new Set(
  `password password1 password12 password123 password1234 password! passw0rd passw0rd1 p@ssword p@ssw0rd p@ssw0rd1
  password2024 password2025 password2026 mypassword yourpassword newpassword changeme1 changeme123 letmein1 letmein123
  welcome1 welcome12 welcome123 welcome2024 welcome2025 welcome2026 iloveyou iloveyou1 iloveyou2 iloveyou123 loveyou1
  sunshine sunshine1 princess princess1 football football1 baseball baseball1 basketball superman superman1 batman123
  spiderman starwars starwars1 pokemon1 pokemon123 michael1 jennifer jordan23 charlie1 liverpool liverpool1 chelsea1
  arsenal1 barcelona realmadrid manchester computer computer1 internet internet1 samsung1 samsung123 google123 facebook
  facebook1 whatever whatever1 trustno1 dragon123 monkey123 shadow123 master123 killer123 hunter123 qwertyui qwertyuiop
  qwerty12 qwerty123 qwerty1234 qwerty12345 qwertyqwerty qazwsxedc 1qaz2wsx 1q2w3e4r 1q2w3e4r5t zaq12wsx asdfghjk
  asdfghjkl asdfasdf asdf1234 zxcvbnm1 zxcvbnm123 abcd1234 abcdefgh abcdefg1 abc12345 abc123456 a1b2c3d4 aa123456
  admin123 admin1234 administrator root1234 test1234 testtest testing123 guest123 default1 secret123 secret12 access14
  12345678 123456789 1234567890 12345679 123123123 1234qwer 11111111 111111111 1111111111 00000000 000000000 22222222
  66666666 77777777 88888888 99999999 87654321 987654321 9876543210 11223344 1122334455 12341234 12121212 13131313
  69696969 88888888 55555555 44444444 33333333 147258369 159753456 123654789 741852963 789456123 102030405 20202020
  december1 november1 october1 september august123 january1 february1 monday123 friday123 summer123 summer2024
  summer2025 summer2026 winter123 winter2024 winter2025 winter2026 spring2025 autumn2025 chocolate chocolate1 butterfly
  butterfly1 elephant1 cheese123 cookie123 ginger123 jessica1 ashley123 daniel123 andrew123 thomas123 matthew1 william1
  christian christine elizabeth alexander alexander1 victoria victoria1 benjamin patricia stephanie brittany caroline
  corvette mercedes mercedes1 porsche1 maverick maverick1 midnight midnight1 blink182 metallic metallica nirvana1 eminem123
  babygirl babygirl1 lovelove bigdaddy teamo123 teamomucho hello123 hello1234 helloworld goodluck lucky123 freedom1
  blahblah nothing1 anything something happy123 friends1 friendship forever1 football123 soccer123 hockey123 rockyou1
  rentals1 neighbor neighbour neighborhood marketplace nexby123 nexbynexby`.split(/\s+/),
);

/** Among the first a guesser tries: on the list, one character over and over, or made of the person's own address. */
export function isCommonPassword(password: string, email: string): boolean {
  const plain = password.toLowerCase();
  const [mailbox = ""] = email.toLowerCase().split("@");
  const isRepeated = new Set(plain).size <= 2;
  const isOwnAddress =
    plain === email.toLowerCase() || (mailbox.length >= 4 && plain.replace(/[\d\W_]+$/, "") === mailbox);
  const isListedWithDecoration = COMMON.has(plain.replace(/[!.?*#$]+$/, ""));
  return COMMON.has(plain) || isRepeated || isOwnAddress || isListedWithDecoration;
}
