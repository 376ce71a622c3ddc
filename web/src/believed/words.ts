/** What a replay says of beliefs: loaded with them, not before. */
import { words } from '../lib/lang.svelte';

export const t = words(
  {
    believed: 'What could be believed',
    help: 'From what {name} had seen so far: chances in {n} imagined worlds that fit.',
    helpTable: 'From what everybody had seen so far: chances in {n} imagined worlds that fit.',
    mark: 'Mark what was true',
    knew: 'Certain',
    sure: '{question}: {answer}',
    was: 'it was {answer}',
    true: 'true',
    others: '{n:# other|# others}',
    nothing: 'There is no open question about hidden things at this step.',
    counting: 'Counting worlds …',
  },
  {
    believed: 'Ce qu’on pouvait croire',
    help: 'D’après ce que {name} avait vu jusque-là : chances dans {n} mondes imaginés qui s’accordent avec.',
    helpTable:
      'D’après ce que tous avaient vu jusque-là : chances dans {n} mondes imaginés qui s’accordent avec.',
    mark: 'Marquer ce qui était vrai',
    knew: 'Certain',
    sure: '{question} : {answer}',
    was: 'c’était {answer}',
    true: 'vrai',
    others: '{n:# autre|# autres}',
    nothing: 'Aucune question sur ce qui est caché ne se pose à cette étape.',
    counting: 'On compte les mondes…',
  },
);
