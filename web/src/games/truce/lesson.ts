/** The lesson: three rounds with four bots. Loot alone, support a chain, rob a looter. */
import type { Lesson } from '../../lib/lesson';
import type { TruceView } from '../../lib/protocol';
import { teacher } from './taught';

const after = (rounds: number) => (match: { state: { view: TruceView } | null }) =>
  (match.state?.view.past.length ?? 0) >= rounds;

export const lesson: Lesson = {
  seats: 5,
  options: { rounds: 3, initialStash: 1 },
  seed: 'truce lesson 39713',
  bot: 'random',
  steps: [
    {
      say: teacher.five_players_three,
    },
    {
      say: teacher.in_the_middle,
      at: '.middle',
    },
    {
      say: teacher.each_round_everyone,
      at: '.actions',
    },
    {
      say: teacher.take_the_stash,
      at: '[data-act="loot"], .confirm .primary',
      only: ['loot'],
    },
    {
      say: teacher.nobody_else_looted,
      at: '[data-seat="0"]',
      when: after(1),
    },
    {
      say: teacher.attacked_and_failed,
      at: '[data-seat="3"], [data-seat="1"]',
      when: after(1),
    },
    {
      say: teacher.so_make_somebody,
      at: '[data-act="support"], [data-target="1"], .confirm .primary',
      only: ['support {1}'],
      when: after(1),
    },
    {
      say: teacher.supported_you_you,
      at: '[data-seat="1"], [data-seat="2"]',
      when: after(2),
    },
    {
      say: teacher.everything_here_rests,
      at: '[data-act="gift"], .gift',
      only: ['gift 1 {3}'],
      until: (match) => match.state!.view.spoils[3] > 0 || after(3)(match),
      when: after(2),
    },
    {
      say: teacher.the_gift_lies,
      at: '[data-seat="3"], [data-act="what-if"]',
      when: after(2),
    },
    {
      say: teacher.the_last_round,
      at: '[data-act="attack"], [data-target="3"], .confirm .primary',
      only: ['attack {3}'],
      when: after(2),
    },
    {
      say: teacher.you_took_a,
      at: '[data-seat="0"]',
      when: after(3),
    },
    {
      say: teacher.most_coins_so,
      when: after(3),
    },
  ],
};
