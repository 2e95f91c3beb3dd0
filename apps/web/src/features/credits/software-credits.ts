export type SoftwareCredit = { name: string; use: string; author: string; licence: string; url: string };

export const SOFTWARE_CREDITS: readonly SoftwareCredit[] = [
  {
    name: "Figtree",
    use: "Typeface for text",
    author: "The Figtree Project Authors",
    licence: "SIL Open Font License 1.1",
    url: "https://github.com/erikdkennedy/figtree",
  },
  {
    name: "Bricolage Grotesque",
    use: "Typeface for headings",
    author: "The Bricolage Grotesque Project Authors",
    licence: "SIL Open Font License 1.1",
    url: "https://github.com/ateliertriay/bricolage",
  },
  {
    name: "Lucide",
    use: "Icons",
    author: "Lucide Contributors",
    licence: "ISC License",
    url: "https://lucide.dev/license",
  },
  {
    name: "Fluent Emoji (3D)",
    use: "Pictures of the categories, of messages and of empty pages, made smaller",
    author: "Microsoft Corporation",
    licence: "MIT License",
    url: "https://github.com/microsoft/fluentui-emoji",
  },
];
