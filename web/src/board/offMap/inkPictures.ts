/**
 * Ink pictures for cards, generated from the card's name: the same card always has the same one. Box: 100 wide, 60
 * high.
 */
import { pathOf, round, type Point } from "../geometry/geometry";
import { seededRandom } from "../geometry/seededRandom";

export interface Ink {
  readonly path: string;
  /** 1 is full ink; less is a wash. */
  readonly strength: number;
  readonly colour: "ink" | "red" | "wash";
}

type Random = () => number;

/** Return one stroke of the brush: it swells in the middle, runs dry at the end and is never quite straight. */
export function stroke(random: Random, line: readonly Point[], width: number): string {
  const left: Point[] = [];
  const right: Point[] = [];
  line.forEach(([x, y], i) => {
    const before = line[Math.max(0, i - 1)] as Point;
    const after = line[Math.min(line.length - 1, i + 1)] as Point;
    const length = Math.hypot(after[0] - before[0], after[1] - before[1]) || 1;
    const along = i / Math.max(1, line.length - 1);
    const half = width * (0.25 + Math.sin(Math.PI * Math.min(1, along * 0.8 + 0.12)) * 0.5) * (0.75 + random() * 0.5);
    const [nx, ny] = [(-(after[1] - before[1]) / length) * half, ((after[0] - before[0]) / length) * half];
    left.push([x + nx, y + ny]);
    right.unshift([x - nx, y - ny]);
  });
  return pathOf([...left, ...right], true);
}

function curve(from: Point, bend: Point, to: Point, parts = 14): Point[] {
  return Array.from({ length: parts + 1 }, (_, i) => {
    const t = i / parts;
    const [a, b, c] = [(1 - t) ** 2, 2 * t * (1 - t), t * t];
    return [from[0] * a + bend[0] * b + to[0] * c, from[1] * a + bend[1] * b + to[1] * c];
  });
}

const disc = (x: number, y: number, r: number): string =>
  `M${round(x - r)} ${round(y)}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0Z`;

function ridge(random: Random, base: number, height: number): Point[] {
  const peak = 20 + random() * 60;
  return Array.from({ length: 26 }, (_, i) => {
    const x = -4 + i * 4.4;
    const slope = Math.exp(-(((x - peak) / (16 + random() * 4)) ** 2));
    return [x, base - height * slope - random() * 2.4 - Math.sin(x / 9) * 1.6];
  });
}

function mountains(random: Random): Ink[] {
  const far = ridge(random, 42, 24);
  const near = ridge(random, 52, 16);
  const wash = (line: Point[], strength: number): Ink => ({
    path: pathOf([...line, [106, 62], [-6, 62]], true),
    strength,
    colour: "wash",
  });
  return [
    { path: disc(22 + random() * 56, 15, 7.5), strength: 0.9, colour: "red" },
    wash(far, 0.35),
    { path: stroke(random, far, 1.5), strength: 0.8, colour: "ink" },
    wash(near, 0.55),
    { path: stroke(random, near, 2.4), strength: 0.95, colour: "ink" },
  ];
}

function waves(random: Random): Ink[] {
  const rows = [28, 38, 49].map((y, row): Ink => {
    const line: Point[] = Array.from({ length: 40 }, (_, i) => [
      -4 + i * 2.8,
      y + Math.sin(i / 2.6 + row * 2 + random() * 0.2) * (3 + row),
    ]);
    return { path: stroke(random, line, 1.6 + row * 0.9), strength: 0.6 + row * 0.15, colour: "ink" };
  });
  const hull = stroke(random, curve([34, 24], [52, 36], [72, 22]), 4.2);
  const mast = stroke(
    random,
    [
      [52, 28],
      [52.5, 18],
      [53, 5],
    ],
    1.3,
  );
  const sail = stroke(random, curve([54, 7], [70, 13], [55, 21]), 2.6);
  return [
    { path: disc(84, 12, 6), strength: 0.85, colour: "red" },
    ...rows,
    { path: hull + mast + sail, strength: 1, colour: "ink" },
  ];
}

function banners(random: Random): Ink[] {
  const count = 3 + Math.floor(random() * 3);
  const parts = Array.from({ length: count }, (_, i): Ink[] => {
    const x = 14 + (i + 0.3) * (78 / count) + random() * 4;
    const top = 6 + random() * 9;
    const pole = stroke(
      random,
      [
        [x, top],
        [x + 0.6, 30],
        [x, 56],
      ],
      1.2,
    );
    const cloth = stroke(random, curve([x + 5, top + 1], [x + 7 + random() * 4, top + 12], [x + 4.4, top + 25]), 9);
    return [
      { path: cloth, strength: i === 1 ? 0.9 : 0.55, colour: i === 1 ? "red" : "wash" },
      { path: pole, strength: 1, colour: "ink" },
    ];
  });
  const ground = stroke(
    random,
    Array.from({ length: 24 }, (_, i): Point => [-2 + i * 4.6, 54 + random() * 2.4]),
    2.6,
  );
  return [...parts.flat(), { path: ground, strength: 0.9, colour: "ink" }];
}

function spears(random: Random): Ink[] {
  const lines = Array.from({ length: 9 }, (_, i) => {
    const x = 8 + i * 9.6 + random() * 3;
    const tip: Point = [x + 9 + random() * 7, 8 + random() * 10];
    return (
      stroke(random, curve([x, 60], [x + 3, 34], tip), 1.1) +
      pathOf(
        [
          [tip[0] - 1.3, tip[1] + 3],
          [tip[0] + 1.6, tip[1] - 6],
          [tip[0] + 1.3, tip[1] + 3.4],
        ],
        true,
      )
    );
  });
  const cloud = stroke(
    random,
    Array.from({ length: 30 }, (_, i): Point => [-4 + i * 3.8, 50 + Math.sin(i / 2) * 2.4]),
    9,
  );
  return [
    { path: disc(76, 17, 9), strength: 0.85, colour: "red" },
    { path: cloud, strength: 0.35, colour: "wash" },
    { path: lines.join(""), strength: 0.95, colour: "ink" },
  ];
}

function scroll(random: Random): Ink[] {
  const sheet = pathOf(
    [
      [22, 10],
      [80, 7],
      [79, 50],
      [21, 53],
    ],
    true,
  );
  const rods =
    stroke(
      random,
      [
        [20, 5],
        [21, 30],
        [20, 58],
      ],
      5,
    ) +
    stroke(
      random,
      [
        [81, 3],
        [80, 30],
        [81, 55],
      ],
      5,
    );
  const writing = Array.from({ length: 6 }, (_, i) => {
    const x = 72 - i * 8.4;
    return Array.from({ length: 5 }, (_unused, j) =>
      stroke(random, curve([x - 1, 13 + j * 7], [x + 2.6 * (random() - 0.3), 16 + j * 7], [x + 1, 18 + j * 7], 6), 1.6),
    ).join("");
  });
  return [
    { path: sheet, strength: 0.25, colour: "wash" },
    { path: rods + writing.join(""), strength: 0.9, colour: "ink" },
    { path: "M27 42h7v7h-7Z", strength: 0.95, colour: "red" },
  ];
}

function pine(random: Random): Ink[] {
  const trunk = stroke(random, curve([30, 62], [22 + random() * 12, 34], [58, 20]), 5);
  const boughs = Array.from({ length: 7 }, (_, i) => {
    const [x, y] = [26 + i * 8.4 + random() * 4, 34 - i * 3 + random() * 7];
    return Array.from({ length: 9 }, (_unused, j): string => {
      const angle = Math.PI + (j / 8) * Math.PI;
      return stroke(
        random,
        [
          [x, y],
          [x + Math.cos(angle) * 5, y + Math.sin(angle) * 4],
          [x + Math.cos(angle) * 8.4, y + Math.sin(angle) * 6.4],
        ],
        0.9,
      );
    }).join("");
  });
  return [
    { path: disc(80, 16, 8), strength: 0.85, colour: "red" },
    { path: trunk, strength: 0.85, colour: "ink" },
    { path: boughs.join(""), strength: 0.95, colour: "ink" },
  ];
}

function keep(random: Random): Ink[] {
  const roof = (y: number, half: number): string =>
    stroke(random, curve([50 - half, y + 4], [50, y - 5], [50 + half, y + 4]), 3.6);
  const walls =
    pathOf(
      [
        [34, 60],
        [37, 40],
        [63, 40],
        [66, 60],
      ],
      true,
    ) +
    pathOf(
      [
        [41, 35],
        [59, 35],
        [59, 27],
        [41, 27],
      ],
      true,
    ) +
    pathOf(
      [
        [45, 21],
        [55, 21],
        [55, 15],
        [45, 15],
      ],
      true,
    );
  const base = stroke(
    random,
    Array.from({ length: 20 }, (_, i): Point => [i * 5.4, 57 + random() * 2]),
    3.4,
  );
  return [
    { path: disc(82, 14, 6.5), strength: 0.85, colour: "red" },
    { path: walls, strength: 0.4, colour: "wash" },
    { path: roof(12, 10) + roof(23, 15) + roof(36, 21) + base, strength: 0.95, colour: "ink" },
  ];
}

function geese(random: Random): Ink[] {
  const birds = Array.from({ length: 7 }, (_, i) => {
    const [x, y, s] = [86 - i * 11 + random() * 3, 10 + Math.abs(i - 2) * 5 + random() * 4, 3 + random() * 1.8];
    return (
      stroke(random, curve([x - s * 1.5, y - s * 0.4], [x - s * 0.5, y - s], [x, y], 6), 1.2) +
      stroke(random, curve([x, y], [x + s * 0.5, y - s], [x + s * 1.5, y - s * 0.5], 6), 1.2)
    );
  });
  const reeds = Array.from({ length: 8 }, (_, i) =>
    stroke(random, curve([8 + i * 4, 62], [10 + i * 4, 48], [16 + i * 5 + random() * 5, 36 + random() * 8], 8), 1.1),
  );
  return [
    { path: disc(70, 40, 11), strength: 0.3, colour: "wash" },
    { path: birds.join(""), strength: 0.95, colour: "ink" },
    { path: reeds.join(""), strength: 0.8, colour: "ink" },
  ];
}

const SCENES = [mountains, waves, banners, spears, scroll, pine, keep, geese];

export function inkPicture(id: string): Ink[] {
  const random = seededRandom(id);
  const scene = SCENES[Math.floor(random() * SCENES.length)] ?? mountains;
  return scene(random);
}
