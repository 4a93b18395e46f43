/** Small signs in a box of 16 by 16. A word without a sign is shown as text. */

export interface Glyph {
  readonly fill: string;
  readonly stroke: string;
}

const glyph = (fill: string, stroke = ""): Glyph => ({ fill, stroke });

const STAR = "M8 1.2L9.9 6H15L10.9 9.1L12.4 14.2L8 11.1L3.6 14.2L5.1 9.1L1 6H6.1Z";
const KEEP =
  "M2 15V11.5L3.2 10.5H4V8.6L2.4 8.2Q4.3 7.4 5 6.2H5.6V4.4L4.2 4Q7 3 8 0.8Q9 3 11.8 4L10.4 4.4V6.2H11Q11.7 7.4 13.6 8.2L12 8.6V10.5H12.8L14 11.5V15H9.4V12.4H6.6V15Z";

const GLYPHS: Readonly<Record<string, Glyph>> = {
  castle: glyph(KEEP),
  // a war fan: military value
  military: glyph("M8 14.8L6.9 11.6H9.1ZM1.2 7.2A7 7 0 0 1 14.8 7.2L9.4 11H6.6Z", ""),
  cunning: glyph(STAR),
  star: glyph(STAR),
  // rice bale: supply
  supply: glyph(
    "M2.2 5.4Q8 2.6 13.8 5.4V11.4Q8 14.2 2.2 11.4Z",
    "M5 4.2V12.6M8 3.8V13M11 4.2V12.6M2.2 8.4Q8 10.6 13.8 8.4",
  ),
  key: glyph(
    "M5 2.2A3.4 3.4 0 1 0 7.9 7.4L12 11.5L10.9 12.6L12.1 13.8L14.8 11.1L8.6 5A3.4 3.4 0 0 0 5 2.2ZM5 4.4A1.3 1.3 0 1 1 4.9 4.4Z",
  ),
  sea: glyph("", "M1 6Q3.3 3.6 5.6 6T10.3 6T15 6M1 10.5Q3.3 8.1 5.6 10.5T10.3 10.5T15 10.5"),
  capital: glyph("M1 5.2Q8 2.8 15 5.2V3.2Q8 1 1 3.2ZM2.8 7.2H13.2V8.8H2.8ZM3.4 5.6H5.4V15H3.4ZM10.6 5.6H12.6V15H10.6Z"),
  invested: glyph("", "M3 5.2A2.2 2.2 0 1 1 6.6 7.6L5 9.2M13 10.8A2.2 2.2 0 1 1 9.4 8.4L11 6.8M5.8 10.2L10.2 5.8"),
  engaged: glyph("", "M2.5 2.5L13.5 13.5M13.5 2.5L2.5 13.5M2 10.5L5.5 14M14 10.5L10.5 14"),
  durability: glyph("M1 14V7H3.2V9H5.4V7H7V9H9V7H10.6V9H12.8V7H15V14Z"),
  // stakes of a palisade
  fortified: glyph(
    "M1.6 15V4.6L3.4 1.6L5.2 4.6V15ZM6.2 15V4.6L8 1.6L9.8 4.6V15ZM10.8 15V4.6L12.6 1.6L14.4 4.6V15Z",
    "M0.6 7.4H15.4M0.6 12H15.4",
  ),
  morale: glyph("M3 1.5H4.6V15H3ZM5.4 2H14L11.4 5.2L14 8.4H5.4Z"),
  army: glyph("M8 1.2L13.6 7.6Q8 5.6 2.4 7.6ZM3.6 8.6Q8 7.2 12.4 8.6V10.2Q8 8.8 3.6 10.2ZM5 11.2H11V15H5Z"),
  general: glyph(
    "M3 9Q3 3.4 8 3.4T13 9H15Q13.6 10.8 10.4 11H5.6Q2.4 10.8 1 9ZM7.2 1Q5 0.6 3.6 2.6Q6.2 2.2 7.4 3ZM8.8 1Q11 0.6 12.4 2.6Q9.8 2.2 8.6 3Z",
  ),
  strength: glyph("M7.2 1L8 0L8.8 1V9.6H11.6V11.2H8.9V15H7.1V11.2H4.4V9.6H7.2Z"),
  modifier: glyph("", "M8 3V10M4.5 6.5H11.5M4.5 13.5H11.5"),
  activation: glyph("M9.4 0.8L3.4 9H7.4L6.2 15.2L12.6 6.6H8.6Z"),
  action: glyph("M9.4 0.8L3.4 9H7.4L6.2 15.2L12.6 6.6H8.6Z"),
  ability: glyph("M8 0.8L15 8L8 15.2L1 8ZM8 4.6L4.6 8L8 11.4L11.4 8Z"),
  rank: glyph("M2 15V12.6H14V15ZM3 11.2L1.6 4.4L5.4 7.4L8 2L10.6 7.4L14.4 4.4L13 11.2Z"),
  ship: glyph("M1 10H15L12.6 14H3.4ZM7.3 1.2H8.7V9H7.3ZM9.4 2.2L13.6 8.4H9.4ZM6.6 3.4V8.4H3Z"),
  // an iron box on a hull, with its rivets
  ironclad: glyph(
    "M0.6 10H15.4L13 14.6H3ZM2.6 5H13.4V9.2H2.6ZM7.2 1H8.8V5H7.2ZM8.8 1.2L12.4 2.4L8.8 3.6Z",
    "M4.4 7.1H4.6M6.9 7.1H7.1M9.4 7.1H9.6M11.6 7.1H11.8",
  ),
  cargo: glyph("M1.6 4.8L8 1.6L14.4 4.8V11.6L8 14.8L1.6 11.6Z", "M1.6 4.8L8 8L14.4 4.8M8 8V14.8"),
  // an anchor
  sheltered: glyph("", "M8 4.6V14.2M4.8 6.6H11.2M2 9.6Q2.6 14.2 8 14.2T14 9.6M8 1.6A1.5 1.5 0 1 1 7.9 1.6"),
  exposed: glyph(
    "",
    "M1 5.4Q3.3 3 5.6 5.4T10.3 5.4T15 5.4M1 9Q3.3 6.6 5.6 9T10.3 9T15 9M1 12.6Q3.3 10.2 5.6 12.6T10.3 12.6T15 12.6",
  ),
  // an arrow against a wall
  engages: glyph("M9 3.4L14.6 8L9 12.6V9.6H1.4V6.4H9Z"),
  // ranks: a helmet with great horns, one with a crescent, a plain one
  taisho: glyph(
    "M3.4 9.4Q3.4 4.6 8 4.6T12.6 9.4H14.8Q13.4 11.4 10.6 11.6H5.4Q2.6 11.4 1.2 9.4ZM7 4.2Q2.6 3.8 2 0.4Q5.6 0.6 7.6 3.4ZM9 4.2Q13.4 3.8 14 0.4Q10.4 0.6 8.4 3.4ZM4.4 12.6H11.6V15H4.4Z",
  ),
  samuraidaisho: glyph(
    "M3.4 9.4Q3.4 4.6 8 4.6T12.6 9.4H14.8Q13.4 11.4 10.6 11.6H5.4Q2.6 11.4 1.2 9.4ZM4.6 1Q8 6.2 11.4 1Q11.2 4.4 8 4.6Q4.8 4.4 4.6 1Z",
  ),
  busho: glyph("M3.4 9.4Q3.4 4.4 8 4.4T12.6 9.4H14.8Q13.4 11.4 10.6 11.6H5.4Q2.6 11.4 1.2 9.4Z"),
  // a coin with its square hole
  points: glyph("M8 0.8A7.2 7.2 0 1 1 7.9 0.8ZM5.4 5.4V10.6H10.6V5.4Z"),
  strategist: glyph("M8 15L1.6 6.4Q8 -1.6 14.4 6.4Z", "M8 14L4.4 4.6M8 14V3.2M8 14L11.6 4.6"),
  dead: glyph("", "M8 1V15M3.5 5H12.5"),
  card: glyph("M3.5 1H12.5V15H3.5ZM5 2.5V13.5H11V2.5Z"),
  ambush: glyph("M0.6 8Q8 -0.6 15.4 8Q8 16.6 0.6 8ZM3.2 8Q8 13.6 12.8 8Q8 2.4 3.2 8ZM8 5.6A2.4 2.4 0 1 1 7.9 5.6Z"),
  idle: glyph("M3 1H13V3.2L9.4 8L13 12.8V15H3V12.8L6.6 8L3 3.2Z"),
  neutral: glyph("", "M8 1.8A6.2 6.2 0 1 1 7.9 1.8M4.6 8H11.4"),
  crowded: glyph(
    "M5 1.6A2.5 2.5 0 1 1 4.9 1.6ZM0.8 14.4V11.2Q0.8 7.6 5 7.6T9.2 11.2V14.4ZM11.6 3A2.1 2.1 0 1 1 11.5 3ZM10.6 14.4V11Q10.6 9 9.6 7.9Q10.4 7.4 11.6 7.4Q15.2 7.4 15.2 11V14.4Z",
  ),
  turn: glyph("", "M13.4 8A5.4 5.4 0 1 1 11.6 4M12 1.2V4.4H8.8"),
};

/** Other words that games use for the same sign. */
const ALIASES: Readonly<Record<string, string>> = {
  value: "military",
  military_value: "military",
  war: "military",
  keep: "castle",
  miyako: "capital",
  action_points: "action",
  armies: "army",
  cards: "card",
  navy: "ship",
  cunning_value: "cunning",
  garrison: "castle",
  crowd: "crowded",
  invests: "invested",
  unit: "general",
};

export const glyphOf = (name: string): Glyph | null => GLYPHS[ALIASES[name] ?? name] ?? null;
