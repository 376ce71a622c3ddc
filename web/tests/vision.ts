/** How colours look to people, for tests: contrast (WCAG 2), distance (CIEDE2000), and what is left
 * of them without one kind of cone (Machado, Oliveira and Fernandes 2009, severity 1). */
type Three = readonly [number, number, number];

export const VISIONS = {
  usual: [1, 0, 0, 0, 1, 0, 0, 0, 1],
  protanopia: [
    0.152286, 1.052583, -0.204868, 0.114503, 0.786281, 0.099216, -0.003882, -0.048116, 1.051998,
  ],
  deuteranopia: [
    0.367322, 0.860646, -0.227968, 0.280085, 0.672501, 0.047413, -0.01182, 0.04294, 0.968881,
  ],
  tritanopia: [
    1.255528, -0.076749, -0.178779, -0.078411, 0.930809, 0.147602, 0.004733, 0.691367, 0.3039,
  ],
} as const;
export type Vision = keyof typeof VISIONS;

function linear(hex: string): Three {
  const part = (at: number): number => {
    const value = parseInt(hex.slice(at, at + 2), 16) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  };
  return [part(1), part(3), part(5)];
}

function times(m: readonly number[], [x, y, z]: Three): Three {
  const row = (i: number): number => m[i]! * x + m[i + 1]! * y + m[i + 2]! * z;
  return [row(0), row(3), row(6)];
}

const luminance = (hex: string): number =>
  times([0.2126, 0.7152, 0.0722, ...Array(6).fill(0)], linear(hex))[0];

export function contrast(one: string, two: string): number {
  const [low, high] = [luminance(one), luminance(two)].sort((a, b) => a - b) as [number, number];
  return (high + 0.05) / (low + 0.05);
}

const TO_XYZ = [
  0.4124564, 0.3575761, 0.1804375, 0.2126729, 0.7151522, 0.072175, 0.0193339, 0.119192, 0.9503041,
];
const WHITE = [0.95047, 1, 1.08883];

function lab(hex: string, vision: Vision): Three {
  const seen = times(VISIONS[vision], linear(hex)).map((n) => Math.min(1, Math.max(0, n)));
  const [x, y, z] = times(TO_XYZ, seen as unknown as Three).map((value, i) => {
    const part = value / WHITE[i]!;
    return part > 216 / 24389 ? Math.cbrt(part) : (part * 24389) / 3132 + 4 / 29;
  }) as [number, number, number];
  return [116 * y - 16, 500 * (x - y), 200 * (y - z)];
}

const rad = (degrees: number): number => (degrees * Math.PI) / 180;
const deg = (angle: number): number => ((angle * 180) / Math.PI + 360) % 360;

/** CIEDE2000: 2 is just seen side by side, 10 at a glance. */
export function distance(one: string, two: string, vision: Vision = 'usual'): number {
  const [l1, a1, b1] = lab(one, vision);
  const [l2, a2, b2] = lab(two, vision);
  const seven = (c: number): number => Math.sqrt(c ** 7 / (c ** 7 + 25 ** 7));
  const g = 1.5 - 0.5 * seven((Math.hypot(a1, b1) + Math.hypot(a2, b2)) / 2);
  const [c1, c2] = [Math.hypot(a1 * g, b1), Math.hypot(a2 * g, b2)];
  const [h1, h2] = [deg(Math.atan2(b1, a1 * g)), deg(Math.atan2(b2, a2 * g))];
  const grey = c1 * c2 === 0;
  const turn = grey ? 0 : ((h2 - h1 + 540) % 360) - 180;
  const hue = grey ? h1 + h2 : h1 + turn / 2;
  const [light, chroma] = [(l1 + l2) / 2, (c1 + c2) / 2];
  const t =
    1 -
    0.17 * Math.cos(rad(hue - 30)) +
    0.24 * Math.cos(rad(2 * hue)) +
    0.32 * Math.cos(rad(3 * hue + 6)) -
    0.2 * Math.cos(rad(4 * hue - 63));
  const off = (light - 50) ** 2;
  const dl = (l2 - l1) / (1 + (0.015 * off) / Math.sqrt(20 + off));
  const dc = (c2 - c1) / (1 + 0.045 * chroma);
  const dh = (2 * Math.sqrt(c1 * c2) * Math.sin(rad(turn / 2))) / (1 + 0.015 * chroma * t);
  const bend =
    -Math.sin(rad(60 * Math.exp(-(((((hue + 360) % 360) - 275) / 25) ** 2)))) * 2 * seven(chroma);
  return Math.sqrt(dl ** 2 + dc ** 2 + dh ** 2 + bend * dc * dh);
}
