import type { Lesson } from '../../lib/lesson';

export const lesson: Lesson = {
  seats: 4,
  options: { rounds: 3 },
  seed: 'truce lesson 1',
  bot: 'scripted',
  steps: [
    {
      say: {
        en: 'Everyone begins with three coins. After the last round, most coins win.',
        fr: 'Chacun commence avec trois pièces. Après la dernière manche, le plus riche gagne.',
      },
      at: '[data-seat]',
    },
    {
      say: {
        en: 'Choose Loot, then Ready: you take the coins of the Stash.',
        fr: 'Choisissez « piller », puis Prêt : vous prenez les pièces du Magot.',
      },
      at: '.hands',
      only: ['loot'],
    },
    {
      say: {
        en: 'The orders were opened together. The log tells what {1} and the others did.',
        fr: 'Les ordres ont été révélés ensemble. Le journal dit ce que {1} et les autres ont fait.',
      },
      at: '.side, .tabs .log',
    },
  ],
};
