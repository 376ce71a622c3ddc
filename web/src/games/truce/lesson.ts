/** The lesson: three rounds with four bots. Loot alone, support a chain, rob a looter. */
import type { Lesson } from '../../lib/lesson';
import type { TruceView } from '../../lib/protocol';

const after = (rounds: number) => (match: { state: { view: TruceView } | null }) =>
  (match.state?.view.past.length ?? 0) >= rounds;

export const lesson: Lesson = {
  seats: 5,
  options: { rounds: 3, initialStash: 1 },
  seed: 'truce lesson 39713',
  bot: 'random',
  steps: [
    {
      say: {
        en: 'Five players, three coins each. Whoever has the most coins after the last round wins. Today there are only three rounds.',
        fr: 'Cinq joueurs, trois pièces chacun. Le plus riche après la dernière manche gagne. Aujourd’hui, il n’y en a que trois.',
      },
    },
    {
      say: {
        en: 'In the middle lies the Stash. One coin is added every round, until somebody loots it.',
        fr: 'Au milieu se trouve le Magot. Une pièce s’y ajoute à chaque manche, jusqu’à ce qu’on le pille.',
      },
      at: '.middle',
    },
    {
      say: {
        en: 'Each round everyone chooses one order in secret. All orders are opened at the same moment.',
        fr: 'À chaque manche, chacun choisit un ordre en secret. Tous les ordres s’ouvrent au même moment.',
      },
      at: '.actions',
    },
    {
      say: {
        en: 'Take the Stash: choose Loot, then Ready.',
        fr: 'Prenez le Magot : choisissez Piller, puis Prêt.',
      },
      at: '[data-act="loot"], .confirm .primary',
      only: ['loot'],
    },
    {
      say: {
        en: 'Nobody else looted, so both coins are yours. You were lucky: a looter cannot resist, and a single attack would have taken them.',
        fr: 'Personne d’autre n’a pillé : les deux pièces sont à vous. Une chance : qui pille ne résiste pas, une seule attaque les aurait prises.',
      },
      at: '[data-seat="0"]',
      when: after(1),
    },
    {
      say: {
        en: '{3} attacked {1} and failed: no supporters against none. An attack needs more supporters than its target has; a tie is not enough.',
        fr: '{3} a attaqué {1} sans succès : aucun soutien contre aucun. Il faut plus de soutiens que la cible ; l’égalité ne suffit pas.',
      },
      at: '[data-seat="3"], [data-seat="1"]',
      when: after(1),
    },
    {
      say: {
        en: 'So make somebody strong: support {1}, whatever {1} may do. Choose Support, then {1}, then Ready.',
        fr: 'Rendez donc quelqu’un fort : soutenez {1}, quoi qu’il arrive. Choisissez Soutenir, puis {1}, puis Prêt.',
      },
      at: '[data-act="support"], [data-target="1"], .confirm .primary',
      only: ['support {1}'],
      when: after(1),
    },
    {
      say: {
        en: '{3} supported you. You were supporting too, so that support passed on to {1}: two against none, and {1} took a coin from {2}.',
        fr: '{3} vous soutenait. Comme vous souteniez aussi, ce soutien est passé à {1} : deux contre zéro, et {1} a pris une pièce à {2}.',
      },
      at: '[data-seat="1"], [data-seat="2"]',
      when: after(2),
    },
    {
      say: {
        en: 'Everything here rests on promises, and coins help. Thank {3}: choose Give coins and hand over one.',
        fr: 'Ici tout repose sur les promesses, et les pièces y aident. Remerciez {3} : choisissez Faire un don et donnez-en une.',
      },
      at: '[data-act="gift"], .gift',
      only: ['gift 1 {3}'],
      until: (match) => match.state!.view.spoils[3] > 0 || after(3)(match),
      when: after(2),
    },
    {
      say: {
        en: 'The gift lies in the Spoils of {3}: safe only after the reveal. “What if…?” lets you try out what others might order; use it whenever you like.',
        fr: 'Le don est dans le Butin de {3} : il n’est à l’abri qu’après la révélation. « Et si… ? » permet d’essayer ce que les autres pourraient ordonner ; servez-vous-en.',
      },
      at: '[data-seat="3"], [data-act="what-if"]',
      when: after(2),
    },
    {
      say: {
        en: 'The last round, and no promise binds. You suspect that {3} will loot, and looters cannot resist: attack {3}, even alone.',
        fr: 'Dernière manche, et aucune promesse ne lie. Vous soupçonnez {3} de vouloir piller, et qui pille ne résiste pas : attaquez {3}, même sans appui.',
      },
      at: '[data-act="attack"], [data-target="3"], .confirm .primary',
      only: ['attack {3}'],
      when: after(2),
    },
    {
      say: {
        en: 'You took a coin from the Supply of {3}, the whole Stash, and your own gift. {1} attacked you, without support: that fails.',
        fr: 'Vous avez pris une pièce dans la Réserve de {3}, tout le Magot, et votre propre don. {1} vous a attaqué, sans soutien : cela échoue.',
      },
      at: '[data-seat="0"]',
      when: after(3),
    },
    {
      say: {
        en: 'Most coins, so you win. With people the talking decides: offer support, ask for it, pay for it – and choose the round in which you stop.',
        fr: 'Le plus de pièces : vous gagnez. Entre humains, la parole décide : offrez du soutien, demandez-en, payez-le – et choisissez la manche où vous arrêtez.',
      },
      when: after(3),
    },
  ],
};
