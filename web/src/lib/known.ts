/** What the server told in the page itself, so that it need not be asked first. It is true for the
 * moment at which the page came: each answer is taken once. */
import type { TableInfo, Visitor } from './protocol';

interface Known {
  visitor?: Visitor;
  table?: TableInfo;
}

const element = document.getElementById('known');
const told = JSON.parse(element?.textContent || '{}') as Known;
element?.remove();

/** Whether this page came from the server just now: it will ask for more. */
export const isNew = told.visitor !== undefined;

export function knownVisitor(): Visitor | undefined {
  const { visitor } = told;
  delete told.visitor;
  return visitor;
}

/** The table at this address, if I sit there. */
export const seatedAt = (): string | null => (told.table?.you == null ? null : told.table.id);

export function knownTable(id: string): TableInfo | undefined {
  const { table } = told;
  delete told.table;
  return table?.id === id ? table : undefined;
}
