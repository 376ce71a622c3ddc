import type { Lesson } from '../../lib/lesson';
import type { Match } from '../../lib/match.svelte';
import type { JAccuseView } from '../../lib/protocol';
import { teacher } from './taught';

type Seen = (match: Match<JAccuseView>) => boolean;
const asked =
  (kind: string): Seen =>
  (match) =>
    match.ask?.kind === kind;
const afterwards: Seen = (match) => (match.state?.view.policies.length ?? 0) > 0;

/** On this seed both networks are red, {2} is black and shows it, and two tens win the run-off. */
export const lesson: Lesson = {
  seats: 5,
  options: { generations: 2 },
  seed: 'jaccuse 158',
  bot: 'normal',
  steps: [
    {
      say: teacher.red_and_black,
      at: '.ring',
    },
    {
      say: teacher.these_are_your,
      at: '[data-network="mine"]',
    },
    {
      say: teacher.now_pick_your,
      at: '.hands',
      only: ['membership 3♥'],
      when: asked('membership'),
    },
    {
      say: teacher.an_election_everyone,
      at: '.ring',
      when: asked('vote'),
    },
    {
      say: teacher.you_want_to,
      at: '.hands',
      only: ['vote 10♣'],
      when: asked('vote'),
    },
    {
      say: teacher.a_tie_for,
      at: '.hands',
      only: ['vote 10♦'],
      when: asked('runoff'),
    },
    {
      say: teacher.you_are_president,
      at: '[data-seat="0"]',
      when: asked('parley'),
    },
    {
      say: teacher.give_away_a,
      at: '.hands, [data-seat="2"]',
      only: ['parley 4♣ with {2}'],
      when: asked('parley'),
    },
    {
      say: teacher.and_now_jaccuse,
      at: '.hands, [data-seat="2"]',
      only: ['accuse {2} black'],
      when: asked('action'),
    },
    {
      say: teacher.right_you_have,
      at: '.hands',
      only: ['enact 2♥'],
      when: asked('enact'),
    },
    {
      say: teacher.one_red_policy,
      at: '[data-part="streak"]',
      when: afterwards,
    },
    {
      say: teacher.take_care_whoever,
      at: '[data-part="troubles"]',
    },
    {
      say: teacher.memory_lists_the,
      at: '[data-part="tools"]',
    },
    {
      say: teacher.after_the_last,
    },
  ],
};
