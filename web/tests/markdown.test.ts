import { describe, expect, it } from 'vitest';
import { parse, spans } from '../src/lib/markdown';

describe('rulebooks', () => {
  it('finds headings, rules, items, tables and paragraphs', () => {
    const book = parse(
      '# Truce\n\nA game.\nOn two lines.\n\n## Round\n\n- **TR-5** One coin\n  goes in.\n- an item\n\n| a | b |\n|---|---|\n| 1 | **2** |\n',
    );
    expect(book.map((block) => block.kind)).toEqual(['h1', 'p', 'h2', 'rule', 'item', 'table']);
    expect(book[1]!.text).toBe('A game. On two lines.');
    expect(book[3]!.rule).toBe('TR-5');
    expect(book[3]!.text).toBe('TR-5 One coin goes in.');
    expect(book[5]!.rows).toHaveLength(2);
    expect(book[5]!.rows[1]![1]).toEqual([{ kind: 'strong', text: '2' }]);
  });

  it('never makes HTML of what is written', () => {
    expect(spans('<b>x</b> *y* `z`')).toEqual([
      { kind: 'text', text: '<b>x</b> ' },
      { kind: 'em', text: 'y' },
      { kind: 'text', text: ' ' },
      { kind: 'code', text: 'z' },
    ]);
  });
});
