/** The small picture of a card, composed of a shared set of drawings: a frame and its ground, a figure,
 * and a badge for what the card does. What is chosen follows from the card's own data, so that a new
 * card, and one of a deck of somebody's own, has an emblem without anybody drawing one. A card may
 * name its figure; one that is not known here is as if none were named. */

/** Large, in the middle. In a box of 24 by 24, as strokes. */
export const FIGURES = {
  anchor:
    'M12 3a2 2 0 1 1 0 4 2 2 0 0 1 0-4ZM12 7v14M8 10h8M4 14c1 5 4 7 8 7s7-2 8-7l-3 1.5M4 14l3 1.5',
  arrows: 'M4 20 15 9M15 9h-5M15 9v5M9 4h11v11M4 4l3 3M20 20l-3-3',
  atom: 'M12 11a1 1 0 1 1 0 2 1 1 0 0 1 0-2ZM3 12c0-2.5 4-4.5 9-4.5s9 2 9 4.5-4 4.5-9 4.5-9-2-9-4.5ZM7.5 4.2c2.2-1.2 6 1.6 8.5 6s2.7 8.6.5 9.8-6-1.6-8.5-6-2.7-8.6-.5-9.8ZM16.5 4.2c-2.2-1.2-6 1.6-8.5 6s-2.7 8.6-.5 9.8 6-1.6 8.5-6 2.7-8.6.5-9.8Z',
  balloon: 'M12 3c4 0 6 3 6 6 0 4-4 7-6 7s-6-3-6-7c0-3 2-6 6-6ZM10 16l-1 2h6l-1-2M12 18v4',
  bath: 'M3 12h18c0 5-2 7-5 7H8c-3 0-5-2-5-7ZM7 19l-1 2M17 19l1 2M6 12V6c0-3 4-3 4 0M9 7h2',
  bird: 'M3 13c4 0 6-2 6.5-6 2 3.5 5 4.5 8 3.5l3.5-2.5-1.5 4.5c-1 5-4.5 7.5-9.5 7.5-3 0-5-1-6-2.5 2.5 0 4-.5 5-1.5-3 0-5-1-6-3Z',
  bolt: 'M13 2 5 13h6l-2 9 9-12h-6z',
  book: 'M12 6.5C10 4.5 7 4 3 4v14c4 0 7 .5 9 2.5 2-2 5-2.5 9-2.5V4c-4 0-7 .5-9 2.5Zm0 0v14',
  bridge: 'M2 18h20M5 18V7M19 18V7M5 9c4 6 10 6 14 0M2 12l3-4M22 12l-3-4M9 13v5M12 14v4M15 13v5',
  bubble: 'M4 4h16v11h-9l-5 5v-5H4zM8 8h8M8 11h5',
  bug: 'M12 8c3 0 4.5 2.5 4.5 6S15 21 12 21s-4.5-3.5-4.5-7S9 8 12 8ZM12 8v13M9 8.5C9 6 10 5 12 5s3 1 3 3.5M9 5 7.5 3M15 5l1.5-2M7.5 12 4 10M16.5 12l3.5-2M7.5 15H3.5M16.5 15h4M8 18l-3 2.5M16 18l3 2.5',
  camera: 'M3 8h4l1.5-3h7L17 8h4v11H3zM12 10a3.5 3.5 0 1 1 0 7 3.5 3.5 0 0 1 0-7Z',
  cannon: 'M3 13 16 6l3 5-13 7zM8 15a3.5 3.5 0 1 1 0 7 3.5 3.5 0 0 1 0-7ZM20 5l2-1M21 8h2',
  capitals: 'M3 19 8 5h1l5 14M5 14h7M15 19V8l3 4 3-4v11',
  chain:
    'M10 14a4 4 0 0 1 0-5.6l2.2-2.2a4 4 0 0 1 5.6 5.6L16.5 13M14 10a4 4 0 0 1 0 5.6l-2.2 2.2a4 4 0 0 1-5.6-5.6L7.5 11',
  chart: 'M3 21h18M6 21v-6M11 21v-9M16 21V8M4 11l5-5 4 2 7-6M20 2h-4M20 2v4',
  cheese: 'M3 13 15 5c3 1 5 4 6 8v7H3zM3 13h18M8 15.5v.2M13 17.5v.2M17 15.5v.2M11 10.5v.2',
  cloud:
    'M7 16a4 4 0 0 1 0-8 5.5 5.5 0 0 1 10.5 1.5A3.5 3.5 0 0 1 17 16ZM9 19l-1 2.5M13 19l-1 2.5M17 19l-1 2.5',
  coin: 'M12 3a9 9 0 1 1 0 18 9 9 0 0 1 0-18ZM15 8.5C11 7 9 8.5 9 10c0 3.5 6 1 6 4.2 0 1.8-2.5 3-6 1.3M12 6v2M12 16v2',
  column: 'M5 21h14M7 18h10M7 18V8M10.3 18V8M13.7 18V8M17 18V8M5 8h14M6 5h12l1 3H5z',
  compass: 'M12 3v3M12 6 6 21M12 6l6 15M7.5 16c3 1.5 6 1.5 9 0M10.5 3h3',
  crate: 'M4 8l8-4 8 4v9l-8 4-8-4zM4 8l8 4 8-4M12 12v9M8 6l8 4',
  crowd:
    'M12 6a3 3 0 1 1 0 6 3 3 0 0 1 0-6ZM6 20c0-4.5 2.5-6 6-6s6 1.5 6 6M5.5 4.5a2.2 2.2 0 1 1 0 4.4M18.5 4.5a2.2 2.2 0 1 0 0 4.4M2 16c0-3 1.5-4.5 4-4.8M22 16c0-3-1.5-4.5-4-4.8',
  crown: 'M4 19h16M5 16 3.5 7l5 4L12 4l3.5 7 5-4L19 16Z',
  disc: 'M2.5 14c0-2.5 4-4.5 9.5-4.5s9.5 2 9.5 4.5-4 4.5-9.5 4.5-9.5-2-9.5-4.5ZM5 9a8 8 0 0 1 14 0M2.5 14v2.5c0 2.5 4 4.5 9.5 4.5s9.5-2 9.5-4.5V14',
  doctor:
    'M6 3v6a4 4 0 0 0 8 0V3M4.5 3h3M12.5 3h3M10 13v3c0 6 8 6 8 0v-2M18 9.5a2.2 2.2 0 1 1 0 4.5 2.2 2.2 0 0 1 0-4.5Z',
  egg: 'M12 3c4 3 6.5 7 6.5 11a6.5 6.5 0 0 1-13 0C5.5 10 8 6 12 3ZM7 13l2.5 2 2.5-2 2.5 2 2.5-2',
  elephant:
    'M4 20v-8c0-4 3-6 7-6h3c4 0 6 2.5 6 6v4c0 3 2 3 2 1M4 20h3v-4h5v4h3v-6M14 6c-2 2-2 5 1 7M18 10v.2M18 15l-3 1',
  envelope: 'M3 6h18v13H3zM3 6l9 8 9-8M3 19l6.5-7M21 19l-6.5-7',
  eye: 'M2 12c3-5 6-7 10-7s7 2 10 7c-3 5-6 7-10 7s-7-2-10-7Zm10-3a3 3 0 1 1 0 6 3 3 0 0 1 0-6Z',
  factory: 'M3 21V11l6 4v-4l6 4v-4l6 4v6zM6 10V3h3v9M7 18h2M12 18h2M17 18h2',
  film: 'M4 4h16v16H4zM8 4v16M16 4v16M4 8h4M4 12h4M4 16h4M16 8h4M16 12h4M16 16h4',
  fish: 'M3 12c3-5 9-6 14-1l4-4v10l-4-4c-5 5-11 4-14-1ZM7 11v.2M11 9c1 2 1 4 0 6',
  flag: 'M5 22V3M5 4c5-2 8 2 14 0v9c-6 2-9-2-14 0',
  flame:
    'M12 2c1 5 6 6 6 12a6 6 0 0 1-12 0c0-2 1-4 2.5-5 0 2 .5 3 1.5 3 1-2-1-5 2-10ZM12 14c2 2 2 3 2 4a2 2 0 0 1-4 0c0-1 .5-2 2-4Z',
  flask: 'M9 3h6M10 3v6l-5.5 9.5A1.7 1.7 0 0 0 6 21h12a1.7 1.7 0 0 0 1.5-2.5L14 9V3M7.5 14h9',
  folder: 'M3 6h7l2 3h9v11H3zM6 13h12M6 16h8',
  gavel: 'm13.5 4.5 6 6-3 3-6-6zM12 9l-8.5 8.5 3 3L15 12M12 21h9',
  gear: 'M12 8a4 4 0 1 1 0 8 4 4 0 0 1 0-8ZM12 2v4M12 18v4M2 12h4M18 12h4M5 5l2.8 2.8M16.2 16.2 19 19M19 5l-2.8 2.8M7.8 16.2 5 19',
  glass: 'M7 3h10c1 6-1 10-5 10S6 9 7 3ZM12 13v7M8 21h8M7 8h10',
  globe: 'M12 3a9 9 0 1 1 0 18 9 9 0 0 1 0-18ZM3 12h18M12 3c4 4 4 14 0 18-4-4-4-14 0-18Z',
  hand: 'M7 13V6.5a1.5 1.5 0 0 1 3 0V11V4.5a1.5 1.5 0 0 1 3 0V11V5.5a1.5 1.5 0 0 1 3 0V12V8.5a1.5 1.5 0 0 1 3 0V15c0 4-2.5 6.5-6 6.5-4 0-5-2-8-7.5 1-1.5 2.5-1 3 .5',
  handshake:
    'M2 8h4l4-2 4 2 3-1h5M2 16h3l6 4 2-1 2-1 2-1 2-2h3M10 6l-2 5c1.5 1.5 3 1 4-1l6 5M14 8l-2 2',
  helmet: 'M3 16c0-7 4-11 9-11s9 4 9 11zM3 16h18v3H3zM9 5.6V11M15 5.6V11',
  key: 'M7 8a4.5 4.5 0 1 1 0 9 4.5 4.5 0 0 1 0-9ZM11.5 12.5H22M18 12.5v4M21 12.5v3',
  lamp: 'M9 18h6M10 21h4M12 3a6 6 0 0 1 3.5 11v3h-7v-3A6 6 0 0 1 12 3ZM12 9v5M10 11l2 2 2-2',
  leaf: 'M20.5 3C12 3.5 6 8 5.5 17.5c8 1 14.5-3.5 15-14.5M4 21.5 13.5 11',
  level: 'M2 9h20v7H2zM9 9v7M15 9v7M12 11.3a1.2 1.2 0 1 1 0 2.4 1.2 1.2 0 0 1 0-2.4ZM5 6h14',
  lock: 'M5 11h14v10H5zM8 11V7.5a4 4 0 0 1 8 0V11M12 15v3',
  loupe: 'M10 4a6 6 0 1 1 0 12 6 6 0 0 1 0-12ZM14.5 14.5 21 21M7 10a3 3 0 0 1 3-3',
  map: 'M3 6l6-2 6 2 6-2v14l-6 2-6-2-6 2zM9 4v14M15 6v14M5 12l2 1M17 9l2 1-1 3',
  mask: 'M4 5c5 2 11 2 16 0 1 8-2 15-8 16C6 20 3 13 4 5ZM7.5 11c1-1.5 2.5-1.5 3.5 0M13 11c1-1.5 2.5-1.5 3.5 0M8.5 15c2 2.5 5 2.5 7 0',
  megaphone: 'M3 10v4h4l10 5V5L7 10zM7 14l1.5 6H11l-1-4.5M20 9c1.5 2 1.5 4 0 6',
  microphone:
    'M12 2a3 3 0 0 1 3 3v6a3 3 0 0 1-6 0V5a3 3 0 0 1 3-3ZM5.5 11a6.5 6.5 0 0 0 13 0M12 17.5V22M8 22h8',
  missile:
    'M12 2c3 3 4 7 4 12H8c0-5 1-9 4-12ZM8 11l-4 5v3l4-2M16 11l4 5v3l-4-2M10 17l2 5 2-5M12 7v.2',
  moon: 'M19 15A8.5 8.5 0 1 1 10 4a7 7 0 0 0 9 11ZM16 5v4M14 7h4',
  mountain: 'M2 20 9 6l4 7 2-3 7 10zM7 10l2 2 2-2',
  network:
    'M12 10a2 2 0 1 1 0 4 2 2 0 0 1 0-4ZM5 3a2 2 0 1 1 0 4 2 2 0 0 1 0-4ZM19 3a2 2 0 1 1 0 4 2 2 0 0 1 0-4ZM5 17a2 2 0 1 1 0 4 2 2 0 0 1 0-4ZM19 17a2 2 0 1 1 0 4 2 2 0 0 1 0-4ZM6.5 6.5l4 4M17.5 6.5l-4 4M6.5 17.5l4-4M17.5 17.5l-4-4',
  newspaper:
    'M3 5h15v15H5a2 2 0 0 1-2-2zM18 9h3v9a2 2 0 0 1-4 0M6 8h9M6 11h4v5H6zM12.5 11.5H15M12.5 14H15M12.5 16.5H15',
  paw: 'M12 12c3 0 5 3 5 5.5S14.5 21 12 20c-2.5 1-5 0-5-2.5S9 12 12 12ZM6 9v1.5M10 5.5V8M14 5.5V8M18 9v1.5',
  person: 'M12 3.5a4 4 0 1 1 0 8 4 4 0 0 1 0-8ZM4 21c.5-5 3.5-7 8-7s7.5 2 8 7',
  pin: 'M9 3h6l-1 6 3 4H7l3-4zM12 13v8',
  pipe: 'M2 8h9v5h4V8h7M2 14h6v4h7M19 12c2 3 2 4 2 5a2 2 0 0 1-4 0c0-1 0-2 2-5Z',
  plane:
    'M12 2c1.2 0 1.5 2 1.5 4v4l8 5v2.5l-8-2.5v4l2.5 2v1.5L12 21l-4 1.5V21l2.5-2v-4l-8 2.5V15l8-5V6c0-2 .3-4 1.5-4Z',
  puppet:
    'M4 3h16M7 3v7M17 3v7M12 3v4M12 7a2.5 2.5 0 1 1 0 5 2.5 2.5 0 0 1 0-5ZM7 10l3.5 4M17 10l-3.5 4M12 12v5M12 17l-3 5M12 17l3 5',
  question: 'M8 8c0-3 2-5 4.5-5S17 5 17 7.5c0 4-5 4-5 8M12 19.5v.5',
  quill: 'M20 3C12 3 7 9 5.5 17c6 .5 12-3 14.5-14M4 21l9-10.5M9 16h4',
  radar:
    'M4 20h16M12 20v-6M5 6a10 10 0 0 0 13 9zM12 11l5-6M17 3.5a1.5 1.5 0 1 1 0 3 1.5 1.5 0 0 1 0-3Z',
  robot: 'M5 8h14v11H5zM9 12v2M15 12v2M9 16.5h6M12 8V4M12 2.5v.5M3 12v4M21 12v4',
  rope: 'M12 3c4 0 7 2 7 5s-3 5-7 5-7-2-7-5 3-5 7-5ZM12 6c2 0 3.5 1 3.5 2s-1.5 2-3.5 2-3.5-1-3.5-2 1.5-2 3.5-2ZM5 8v5c0 3 3 5 7 5 3 0 5 1 5 4M19 8v4',
  scales: 'M12 3v17M7 21h10M4 6h16M4 6l-2.5 7h5zM20 6l-2.5 7h5zM12 3l-2 3h4z',
  screen: 'M3 4h18v13H3zM8 21h8M12 17v4M10 8v5l4.5-2.5z',
  scroll: 'M6 3h12v14a3 3 0 0 0 3 3H8a3 3 0 0 1-3-3v-3h10v4a2 2 0 0 0 3 2M9 7h6M9 10h6',
  shield: 'M12 3l8 3v5c0 5-3.2 8.4-8 10-4.8-1.6-8-5-8-10V6zM12 3v18M4 11h16',
  ship: 'M3 14h18l-3 6H6zM12 14V3M12 4l6 8h-6M11 6l-5 6h5M2 22c2-1 3-1 5 0s3 1 5 0 3-1 5 0 3 1 5 0',
  sparks: 'M12 3v5M12 16v5M3 12h5M16 12h5M6 6l3 3M15 15l3 3M18 6l-3 3M9 15l-3 3',
  stack: 'M4 8l8-4 8 4-8 4zM4 12l8 4 8-4M4 16l8 4 8-4',
  storm: 'M7 12a4 4 0 0 1 0-8 5.5 5.5 0 0 1 10.5 1.5A3.3 3.3 0 0 1 17 12M13 9l-4 6h4l-2 7 6-9h-4z',
  syringe:
    'M18 3l3 3M19.5 4.5 16 8M9 9l6 6M6.5 11.5 12.5 5.5l6 6-6 6H7.5L5 20M5 20l-2 1 1-2 2.5-2.5z',
  tap: 'M4 9h10a4 4 0 0 1 4 4v2M4 6v6M9 9V5M6 5h6M18 18c1.5 2 1.5 2.5 1.5 3a1.5 1.5 0 0 1-3 0c0-.5 0-1 1.5-3Z',
  telescope: 'M3 14 16 6l3 5L7 19zM13 8l3 5M9 17l-3 5M11 16l4 6M20 3l.5 1M22 6h1',
  tent: 'M12 3v2M12 5 3 20h18zM12 10l-3.5 10M12 10l3.5 10',
  tower:
    'M12 10v11M8 21l4-11 4 11M9.5 17h5M12 7.5a1.5 1.5 0 1 1 0 3 1.5 1.5 0 0 1 0-3ZM8 13a5.5 5.5 0 0 1 0-8M16 13a5.5 5.5 0 0 0 0-8M5 15.5a9 9 0 0 1 0-13M19 15.5a9 9 0 0 0 0-13',
  train: 'M6 3h12v13H6zM6 10h12M9 13v.2M15 13v.2M9 16l-3 5M15 16l3 5M7 19h10M9 3v7M15 3v7',
  trophy:
    'M7 3h10v6a5 5 0 0 1-10 0zM7 5H3c0 4 2 6 4.5 6M17 5h4c0 4-2 6-4.5 6M12 14v4M8 21h8M9 18h6',
  umbrella:
    'M3 13C3 7 7 4 12 4s9 3 9 9c-2-2-4-2-6 0-2-2-4-2-6 0-2-2-4-2-6 0ZM12 2v2M12 12v7a2 2 0 0 1-4 0',
  volcano: 'M2 21 9 10h6l7 11zM9 10l1.5 3L12 11l1.5 3L15 10M12 7V3M8 7 6 4M16 7l2-3',
  wheel:
    'M12 3a9 9 0 1 1 0 18 9 9 0 0 1 0-18ZM12 10a2 2 0 1 1 0 4 2 2 0 0 1 0-4ZM12 3v7M12 14v7M3 12h7M14 12h7',
} as const;
export type Figure = keyof typeof FIGURES;

/** Small, in a corner: what the card does. */
export const BADGES = {
  again: 'M18 8a7 7 0 1 0 1 5M19 4v5h-5',
  bars: 'M6 18V9M10 18V6M14 18V9M18 18V6M4 14l16-4',
  card: 'M7 4h10v16H7zM12 8v8M8.5 12h7',
  cards: 'M5 7h8v13H5zM9 4h10v13',
  crack: 'M12 3 9 9l5 4-4 8M5 5h14v14H5z',
  cross: 'M5 5l14 14M19 5 5 19',
  cut: 'M6 16a2.5 2.5 0 1 1 0 5 2.5 2.5 0 0 1 0-5ZM18 16a2.5 2.5 0 1 1 0 5 2.5 2.5 0 0 1 0-5ZM7.5 16.5 17 3M16.5 16.5 7 3',
  dots: 'M5 12v.1M12 12v.1M19 12v.1',
  down: 'M12 4v15M6 13l6 6 6-6',
  eye: 'M3 12c3-5 15-5 18 0-3 5-15 5-18 0ZM12 11v2',
  flag: 'M6 21V4h12l-3 4 3 4H6',
  fork: 'M12 21v-8L5 5M12 13l7-8M5 10V5h5M19 10V5h-5',
  gavel: 'm12 4 7 7-3 3-7-7zM11 10l-7 7 3 3 7-7',
  grab: 'M5 12V8M9 11V5M13 11V5M17 11V7M5 12c0 6 3 8 6.5 8s5.5-2 5.5-7',
  house: 'M4 12l8-7 8 7M6 11v9h12v-9',
  key: 'M8 8a4 4 0 1 1 0 8 4 4 0 0 1 0-8ZM12 12h9v4',
  link: 'M9 7a5 5 0 1 0 0 10 5 5 0 0 0 0-10ZM15 7a5 5 0 1 1 0 10 5 5 0 0 1 0-10Z',
  lock: 'M6 11h12v9H6zM9 11V7h6v4',
  mark: 'M12 4v10M12 18.5v.5',
  minus: 'M5 12h14',
  plus: 'M5 12h14M12 5v14',
  scales: 'M12 4v16M5 8h14M5 8l-2 6h4zM19 8l-2 6h4z',
  split: 'M12 20V9M12 9 6 4M12 9l6-5M12 9V3',
  star: 'm12 3 2.8 6 6.2.8-4.5 4.3 1.3 6.4-5.8-3.2-5.8 3.2 1.3-6.4L3 9.8 9.2 9Z',
  sun: 'M12 8a4 4 0 1 1 0 8 4 4 0 0 1 0-8ZM12 2v3M12 19v3M2 12h3M19 12h3',
  swap: 'M4 9h14l-4-4M20 15H6l4 4',
  twice: 'M8 5v14M16 5v14M4 9h16M4 15h16',
  up: 'M12 20V5M6 11l6-6 6 6',
} as const;
export type Badge = keyof typeof BADGES;

/** Around it; in a box of 64 by 64. */
export const FRAMES = {
  disc: 'M32 4a28 28 0 1 1 0 56 28 28 0 0 1 0-56Z',
  shield: 'M6 6h52v26c0 14-12 23-26 28C18 55 6 46 6 32Z',
  sheet: 'M8 4h38l10 10v46H8Z',
  lozenge: 'M32 2 61 32 32 62 3 32Z',
  eight: 'M22 4h20l18 18v20L42 60H22L4 42V22Z',
} as const;
export type Frame = keyof typeof FRAMES;

/** On the ground behind the figure. */
export const GROUNDS = {
  plain: '',
  pale: 'M0 0h32v64H0Z',
  fess: 'M0 32h64v32H0Z',
  bend: 'M0 0l64 64H0Z',
  cross: 'M24 0h16v24h24v16H40v24H24V40H0V24h24Z',
  chevron: 'M0 64V44l32-26 32 26v20L32 38Z',
  rays: 'M32 32 20 0h24ZM32 32l32-12v24ZM32 32l12 32H20ZM32 32 0 44V20Z',
  bars: 'M0 8h64v8H0ZM0 24h64v8H0ZM0 40h64v8H0ZM0 56h64v8H0Z',
} as const;
export type Ground = keyof typeof GROUNDS;

export interface Emblem {
  frame: Frame;
  ground: Ground;
  figure: Figure;
  badge: Badge | null;
}
/** What of a card decides its emblem. */
export interface Subject {
  id: string | number;
  frame: Frame;
  /** A figure that the card's data names. */
  emblem?: string | undefined;
  /** Otherwise one of these: what suits cards of its kind. */
  figures: readonly Figure[];
  /** What it does: the operations of its effects. */
  does: readonly string[];
}

/** The operations of every game's cards that have a badge, the most telling first. */
const DOES: Record<string, Badge> = {
  // Complot
  storm: 'crack',
  double: 'twice',
  discredit: 'crack',
  report: 'flag',
  stammer: 'dots',
  purge: 'cut',
  convert: 'swap',
  choose: 'fork',
  per: 'bars',
  per_played: 'bars',
  times: 'cross',
  after: 'again',
  top_next: 'up',
  // Accusation
  vp: 'star',
  cancel: 'cross',
  deny: 'lock',
  undeniable: 'lock',
  flag: 'lock',
  speaker: 'gavel',
  works: 'house',
  tap: 'key',
  show: 'eye',
  steal: 'grab',
  raid: 'grab',
  spread: 'split',
  shift: 'swap',
  bury: 'down',
  pile: 'card',
  reveals: 'card',
  may: 'fork',
  if: 'scales',
  // either
  backup: 'link',
  draw: 'cards',
  discard: 'down',
  rep: 'mark',
  lose: 'minus',
  gain: 'plus',
};

const GROUND_NAMES = Object.keys(GROUNDS) as Ground[];

/** A number that depends on nothing but the text, the same in every browser. */
function spread(text: string): number {
  let hash = 2166136261;
  for (const letter of text) hash = Math.imul(hash ^ letter.codePointAt(0)!, 16777619);
  return hash >>> 0;
}

export function compose({ id, frame, emblem, figures, does }: Subject): Emblem {
  const number = spread(`${frame}/${id}`);
  const told = Object.keys(DOES).find((one) => does.includes(one));
  return {
    frame,
    ground: GROUND_NAMES[number % GROUND_NAMES.length]!,
    figure:
      emblem && emblem in FIGURES ? (emblem as Figure) : figures[(number >>> 8) % figures.length]!,
    badge: told ? DOES[told]! : null,
  };
}

/** The same for the same drawing. */
export const spelled = ({ frame, ground, figure, badge }: Emblem): string =>
  [frame, ground, figure, badge ?? 'none'].join(' ');
