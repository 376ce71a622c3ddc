/** The first four turns of a match: play, hit, buy, end; then a source, a Rally, and a wall that
 * falls. Which cards lie where follows from the seed. */
import type { Lesson } from '../../lib/lesson';
import type { Table } from './cards.svelte';

const myTurn =
  (turn: number) =>
  (match: Table): boolean => {
    const view = match.state!.view;
    return view.active === 0 && view.phase === 'main' && view.turns[0] === turn - 1;
  };

export const lesson: Lesson = {
  seats: 2,
  options: { first_player: 'host' },
  seed: 'complot lesson 6528',
  bot: 'scripted',
  steps: [
    {
      say: {
        en: 'You and {1} argue until one of you is speechless. This is your Wit and theirs: 50 points. At 0 you have lost.',
        fr: 'Vous débattez avec {1} jusqu’à ce que quelqu’un reste sans voix. Voici vos réparties : 50 points. À 0, c’est perdu.',
      },
      at: '[data-place^="wit-"]',
    },
    {
      say: {
        en: 'Your hand. A Sharer is worth 1 Reach, the sun. Click a Sharer to play it.',
        fr: 'Votre main. Un Partageur vaut 1 de rayonnement, le soleil. Cliquez sur un Partageur pour le jouer.',
      },
      at: '[data-place="hand-0"]',
      only: ['play ST1'],
    },
    {
      say: {
        en: 'Its sun was added to your total. The Trollkin gives a fist: 1 Assertion. Play all the rest at once.',
        fr: 'Son soleil s’ajoute à votre total. Le Trollâillon donne un poing : 1 d’affirmation. Jouez tout le reste d’un coup.',
      },
      at: '.turn',
      only: ['play all'],
    },
    {
      say: {
        en: 'Fists attack. Nothing protects {1} yet: click on their Wit to hit it.',
        fr: 'Les poings attaquent. Rien ne protège encore {1} : cliquez sur sa répartie pour la frapper.',
      },
      at: '[data-place="wit-1"]',
      only: ['hit 1'],
    },
    {
      say: {
        en: 'Suns buy. Buy this card for 2; it is marked by a shield. To read a card, rest on it, hold it, or press Z.',
        fr: 'Les soleils achètent. Achetez cette carte pour 2 ; elle porte un bouclier. Pour lire une carte : survol, appui long ou touche Z.',
      },
      at: '[data-place="slot-2"]',
      only: ['buy slot 2'],
    },
    {
      say: {
        en: 'What you buy goes to your discard, and later, shuffled, into your deck. Now end the turn.',
        fr: 'Ce que vous achetez va dans votre défausse et, plus tard, mélangé, dans votre deck. Finissez le tour.',
      },
      at: '.turn .end',
      only: ['end'],
    },
    {
      say: {
        en: '{1} has played too, and you have five new cards. Every turn is like this: play…',
        fr: '{1} a joué aussi, et vous avez cinq nouvelles cartes. Chaque tour se passe ainsi : jouer…',
      },
      at: '.turn',
      only: ['play all'],
      when: myTurn(2),
    },
    {
      say: {
        en: '… and buy. Take the Smoothie Guru. Its colour and sign say Anti-Vax, like the card you bought before.',
        fr: '… et acheter. Prenez le Gourou du smoothie. Sa couleur et son signe disent Anti-Vax, comme votre premier achat.',
      },
      at: '[data-place="slot-2"]',
      only: ['buy slot 2'],
    },
    {
      say: {
        en: 'Points that are left are lost. End the turn: unplayed cards are discarded, and you draw five.',
        fr: 'Les points qui restent sont perdus. Finissez le tour : la main est défaussée et vous piochez cinq cartes.',
      },
      at: '.turn .end',
      only: ['end'],
    },
    {
      say: {
        en: 'There is the card you bought: a source. Sources stay in front of you. Play it.',
        fr: 'Voilà la carte achetée : une source. Les sources restent devant vous. Jouez-la.',
      },
      at: '[data-place="hand-0"] [data-card="AV2"]',
      only: ['play AV2'],
      when: myTurn(3),
    },
    {
      say: {
        en: 'It gives its sun again each turn, and it is a wall: {1} must break it, with 3 fists at once, before hitting you. End the turn.',
        fr: 'Elle redonne son soleil à chaque tour, et c’est un mur : {1} doit la briser, de 3 poings d’un coup, avant de vous frapper. Finissez le tour.',
      },
      at: '[data-place="front-0-AV2"], .turn .end',
      only: ['end'],
    },
    {
      say: {
        en: 'The Guru has a Rally: 2 more suns if another Anti-Vax lies in front of you. Yours does. Play the Guru.',
        fr: 'Le Gourou a un ralliement : 2 soleils de plus si une autre carte Anti-Vax est devant vous. C’est le cas. Jouez-le.',
      },
      at: '[data-place="hand-0"] [data-card="AV5"]',
      only: ['play AV5'],
      when: myTurn(4),
    },
    {
      say: {
        en: 'Three fists and the Rally. {1} has put up a wall of 5. Play all the rest.',
        fr: 'Trois poings, et le ralliement. {1} a dressé un mur de 5. Jouez tout le reste.',
      },
      at: '.turn',
      only: ['play all'],
    },
    {
      say: {
        en: 'Five fists: enough. Click the shield to break it. Then nothing protects the Wit of {1} any more.',
        fr: 'Cinq poings : assez. Cliquez sur le bouclier pour le briser. Plus rien ne protégera la répartie de {1}.',
      },
      at: '[data-place="front-1-AV7"]',
      only: ['attack AV7'],
    },
  ],
};
