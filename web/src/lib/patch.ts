/** JSON Patch as the server writes it: add, replace, remove; lists change at their end only. */
export interface Op {
  op: string;
  path: string;
  value?: unknown;
}

type Tree = Record<string, unknown> | unknown[];

const step = (tree: unknown, key: string): unknown =>
  Array.isArray(tree) ? tree[Number(key)] : (tree as Record<string, unknown>)[key];

/** The tree after the operations. What they do not touch stays the same object. */
export function apply<T>(tree: T, ops: readonly Op[]): T {
  let root: unknown = tree;
  for (const { op, path, value } of ops) {
    const keys = path
      .split('/')
      .slice(1)
      .map((key) => key.replaceAll('~1', '/').replaceAll('~0', '~'));
    root = keys.length ? change(root, keys, op, value) : value;
  }
  return root as T;
}

function change(tree: unknown, keys: string[], op: string, value: unknown): unknown {
  const [key = '', ...rest] = keys;
  const copy: Tree = Array.isArray(tree) ? [...tree] : { ...(tree as Record<string, unknown>) };
  if (rest.length) put(copy, key, change(step(tree, key), rest, op, value));
  else if (op !== 'remove') put(copy, key, value);
  else if (Array.isArray(copy)) copy.splice(Number(key), 1);
  else delete copy[key];
  return copy;
}

function put(tree: Tree, key: string, value: unknown): void {
  if (!Array.isArray(tree)) tree[key] = value;
  else if (key === '-') tree.push(value);
  else tree[Number(key)] = value;
}
