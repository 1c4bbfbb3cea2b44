/**
 * The elements of a SEPA credit transfer file that we write, in the order in which pain.001.001.09
 * wants them, with how often each comes and what it holds. Written for these tests from the message's
 * description (EPC132-08), not copied from a schema; what we never write is left out, and refused.
 */
type Text = RegExp;
type Child = readonly [name: string, content: Content, most?: number];
type Content = Text | readonly Child[];

const latin = String.raw`[A-Za-z0-9/\-?:().,'+ ]`;
/** No slash at either end, and no two. */
const id = /^(?!\/)(?!.*\/\/)(?!.*\/$)[A-Za-z0-9/\-?:().,'+ ]{1,35}$/;
const name = new RegExp(`^${latin}{1,70}$`);
const count = /^\d{1,15}$/;
const amount = /^(?:0|[1-9]\d{0,8})\.\d{2}$/;
const iban = /^[A-Z]{2}\d{2}[A-Z0-9]{11,30}$/;
const account: readonly Child[] = [['Id', [['IBAN', iban]]]];

const transfer: readonly Child[] = [
  ['PmtId', [['EndToEndId', id]]],
  ['Amt', [['InstdAmt', amount]]],
  ['Cdtr', [['Nm', name]]],
  ['CdtrAcct', account],
  ['RmtInf', [['Ustrd', new RegExp(`^${latin}{1,140}$`)]]],
];

const file: readonly Child[] = [
  [
    'CstmrCdtTrfInitn',
    [
      [
        'GrpHdr',
        [
          ['MsgId', id],
          ['CreDtTm', /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}Z$/],
          ['NbOfTxs', count],
          ['CtrlSum', amount],
          ['InitgPty', [['Nm', name]]],
        ],
      ],
      [
        'PmtInf',
        [
          ['PmtInfId', id],
          ['PmtMtd', /^TRF$/],
          ['BtchBookg', /^(?:true|false)$/],
          ['NbOfTxs', count],
          ['CtrlSum', amount],
          ['PmtTpInf', [['SvcLvl', [['Cd', /^SEPA$/]]]]],
          ['ReqdExctnDt', [['Dt', /^\d{4}-\d{2}-\d{2}$/]]],
          ['Dbtr', [['Nm', name]]],
          ['DbtrAcct', account],
          ['DbtrAgt', [['FinInstnId', [['Othr', [['Id', /^NOTPROVIDED$/]]]]]]],
          ['ChrgBr', /^SLEV$/],
          ['CdtTrfTxInf', transfer, Number.POSITIVE_INFINITY],
        ],
      ],
    ],
  ],
];

type Element = { name: string; text: string; children: Element[] };

/** What is wrong with a file, element by element; nothing for a good one. */
export function findFaults(xml: string): string[] {
  const [, head = '', body = ''] =
    /^<\?xml version="1\.0" encoding="UTF-8"\?>\n(<Document xmlns="[^"]*">)(.*)<\/Document>\n$/s.exec(
      xml,
    ) ?? [];
  const faults = compare('Document', parse(body), file);
  if (head !== '<Document xmlns="urn:iso:std:iso:20022:tech:xsd:pain.001.001.09">') {
    faults.push('Document: another namespace');
  }
  if (/<InstdAmt>|Ccy="(?!EUR")/.test(xml)) faults.push('InstdAmt: not in euros');
  return faults;
}

function compare(path: string, found: readonly Element[], wanted: readonly Child[]): string[] {
  const faults: string[] = [];
  let at = 0;
  for (const [child, content, most = 1] of wanted) {
    const first = at;
    for (; found[at]?.name === child && at - first < most; at++) {
      const { text, children } = found[at] ?? { text: '', children: [] };
      const inside = `${path}/${child}`;
      if (!(content instanceof RegExp)) faults.push(...compare(inside, children, content));
      else if (children.length > 0 || !content.test(text)) faults.push(`${inside}: “${text}”`);
    }
    if (at === first) faults.push(`${path}/${child}: missing, or not in its place`);
  }
  return [...faults, ...found.slice(at).map((rest) => `${path}/${rest.name}: not in its place`)];
}

/** Elements without comments or sections, which is all that we write. */
function parse(xml: string): Element[] {
  const open: Element[] = [{ name: '', text: '', children: [] }];
  for (const [, end, start, text = ''] of xml.matchAll(/<\/(\w+)>|<(\w+)[^>]*>|([^<]+)/g)) {
    const inner = open.at(-1);
    if (!inner) break;
    if (start !== undefined) {
      const element = { name: start, text: '', children: [] };
      inner.children.push(element);
      open.push(element);
    } else if (end === undefined) inner.text += text;
    else if (end === inner.name) open.pop();
    else return [];
  }
  return open.length === 1 ? (open[0]?.children ?? []) : [];
}
