/** The little Markdown that rulebooks are written in: headings, paragraphs, lists, tables, and rules
 * (`- **TR-21** text`). Nothing becomes HTML on the way. */
export interface Span {
  kind: 'text' | 'strong' | 'em' | 'code';
  text: string;
}
export interface Block {
  kind: 'h1' | 'h2' | 'h3' | 'p' | 'item' | 'rule' | 'table';
  text: string;
  spans: Span[];
  rule: string;
  rows: Span[][][];
}

const INLINE = /(\*\*[^*]+\*\*|\*[^*]+\*|`[^`]+`)/;
const RULE = /^\*\*([A-Z]{2,3}-[A-Z]*\d+\w?)\*\* (.*)$/s;

export function spans(text: string): Span[] {
  return text
    .split(INLINE)
    .filter(Boolean)
    .map((piece) => {
      if (piece.startsWith('**')) return { kind: 'strong', text: piece.slice(2, -2) };
      if (piece.startsWith('*') && piece.length > 1)
        return { kind: 'em', text: piece.slice(1, -1) };
      if (piece.startsWith('`') && piece.length > 1)
        return { kind: 'code', text: piece.slice(1, -1) };
      return { kind: 'text', text: piece };
    });
}

export function parse(source: string): Block[] {
  const blocks: Block[] = [];
  let open: string[] = [];
  let item = false;
  const close = (): void => {
    if (open.length)
      blocks.push(open[0]!.startsWith('|') ? table(open) : block(open.join(' '), item));
    open = [];
    item = false;
  };
  for (const line of source.split('\n')) {
    const text = line.trim();
    if (!text) close();
    else if (/^#{1,3} /.test(text)) {
      close();
      const level = text.indexOf(' ');
      blocks.push(make(`h${level}` as Block['kind'], text.slice(level + 1)));
    } else if (/^[-*] /.test(text) && !line.startsWith('  ')) {
      close();
      item = true;
      open = [text.slice(2)];
    } else {
      if (open.length && text.startsWith('|') !== open[0]!.startsWith('|')) close();
      open.push(text);
    }
  }
  close();
  return blocks;
}

const make = (kind: Block['kind'], text: string, rule = ''): Block => ({
  kind,
  text: `${rule} ${text}`.trim(),
  spans: spans(text),
  rule,
  rows: [],
});

function block(text: string, item: boolean): Block {
  const numbered = RULE.exec(text);
  if (numbered) return make('rule', numbered[2]!, numbered[1]!);
  return make(item ? 'item' : 'p', text);
}

function table(lines: string[]): Block {
  const rows = lines
    .filter((line) => !/^\|[\s:|-]+\|$/.test(line))
    .map((line) =>
      line
        .slice(1, -1)
        .split('|')
        .map((cell) => spans(cell.trim())),
    );
  return { ...make('table', lines.join(' ')), rows };
}
