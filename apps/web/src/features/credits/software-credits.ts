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
  {
    name: "GeoNames postal codes",
    use: "ZIPs of the United States with their towns and positions, put into a table",
    author: "GeoNames",
    licence: "Creative Commons Attribution 4.0",
    url: "https://www.geonames.org",
  },
  {
    name: "US Atlas",
    use: "Outlines of the states on our own map, made simpler",
    author: "US Census Bureau, Mike Bostock",
    licence: "Public domain, ISC License",
    url: "https://github.com/topojson/us-atlas",
  },
  {
    name: "MapLibre GL JS",
    use: "Draws the maps",
    author: "MapLibre contributors",
    licence: "BSD 3-Clause License",
    url: "https://maplibre.org",
  },
];
