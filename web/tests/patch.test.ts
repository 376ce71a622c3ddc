import { describe, expect, it } from 'vitest';
import { apply } from '../src/lib/patch';

describe('patches', () => {
  it('adds, replaces and removes in objects and at the end of lists', () => {
    const before = { a: 1, list: [1, 2, 3], deep: { b: { c: 'x' } } };
    const after = apply(before, [
      { op: 'replace', path: '/a', value: 2 },
      { op: 'remove', path: '/list/2' },
      { op: 'add', path: '/list/-', value: 9 },
      { op: 'add', path: '/deep/b/d', value: null },
      { op: 'remove', path: '/deep/b/c' },
    ]);
    expect(after).toEqual({ a: 2, list: [1, 2, 9], deep: { b: { d: null } } });
  });

  it('leaves the tree before as it was, and shares what did not change', () => {
    const before = { changed: { n: 1 }, same: { n: 1 } };
    const after = apply(before, [{ op: 'replace', path: '/changed/n', value: 2 }]);
    expect(before.changed.n).toBe(1);
    expect(after.same).toBe(before.same);
    expect(after.changed).not.toBe(before.changed);
  });

  it('reads escaped keys and whole replacements', () => {
    expect(apply({ 'a/b~c': 1 }, [{ op: 'replace', path: '/a~1b~0c', value: 2 }])).toEqual({
      'a/b~c': 2,
    });
    expect(apply({ a: 1 }, [{ op: 'replace', path: '', value: { b: 2 } }])).toEqual({ b: 2 });
  });
});
