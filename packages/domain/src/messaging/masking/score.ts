import { maskContacts, maskMessages } from "../mask-contacts.ts";
import { CONTACTS } from "./contacts.fixture.ts";
import { INNOCENT } from "./innocent.fixture.ts";
let caught=0,all=0;
for (const [c, list] of Object.entries(CONTACTS)) for (const l of list) {
  const texts = (c.startsWith("split")? l.split("\n") : [l]);
  const secrets=[...l.matchAll(/«([^»]*)»/g)].map(m=>m[1]!);
  const m = maskMessages(texts.map(t=>t.replace(/[«»]/g,""))).map(x=>x.text).join("\n");
  all++;
  if (secrets.some(s=>m.includes(s))|| m===l.replace(/[«»]/g,"")) console.log("MISS", c, JSON.stringify(l), "->", JSON.stringify(m)); else { caught++; if (process.argv[2]) console.log(JSON.stringify(m)); }
}
let hid=0, n=0;
for (const [c, list] of Object.entries(INNOCENT)) for (const l of list) { n++; const m=maskContacts(l); if (m.kinds.length) {hid++; console.log("HID", l, "->", m.text);} }
console.log({caught,all,hid,n});
