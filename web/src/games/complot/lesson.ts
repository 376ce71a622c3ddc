import type { Lesson } from '../../lib/lesson';

export const lesson: Lesson = {
  seats: 2,
  options: {},
  seed: 'complot',
  bot: 'scripted',
  steps: [],
};
