import { JSDOM } from 'jsdom'
import { isIban } from '../../../src/exports/iso20022/swiss_iban.ts'

const { DOMParser } = new JSDOM('').window

/** Parses a message; throws where it is not well-formed XML. */
export function parseMessage(xml: string): Document {
  const document = new DOMParser().parseFromString(xml, 'application/xml')
  const [fault] = document.getElementsByTagName('parsererror')
  if (fault) throw new SyntaxError(fault.textContent ?? 'not XML')
  return document
}

/**
 * A rule of SIX, "Swiss Implementation Guidelines for Customer-Bank Messages for Credit Transfer (pain.001)", SPS 2026,
 * version 2.3, by its chapter. `breaks` changes a good message so that it breaks this rule.
 */
interface Rule {
  no: string
  says: string
  holds(message: Document): boolean
  breaks(xml: string): string
}

const all = (message: Document | Element, tag: string) => [...message.getElementsByTagName(tag)]
const texts = (message: Document | Element, tag: string) =>
  all(message, tag).map((each) => each.textContent ?? '')
const inside = (message: Document, outer: string, tag: string) =>
  all(message, outer).flatMap((each) => texts(each, tag))
const leaves = (message: Document) =>
  all(message, '*')
    .filter(({ childElementCount }) => childElementCount === 0)
    .map((each) => each.textContent ?? '')
const isUnique = (list: string[]) => new Set(list).size === list.length
const has = (count: number) => (list: unknown[]) => list.length === count
const references = ['MsgId', 'PmtInfId', 'InstrId', 'EndToEndId']
const cents = (text: string) => BigInt(text.replace('.', ''))
const set = (tag: string, text: string) => (xml: string) =>
  xml.replace(new RegExp(`<${tag}>[^<]*</${tag}>`), `<${tag}>${text}</${tag}>`)
const drop = (tag: string) => (xml: string) => xml.replace(new RegExp(`<${tag}>.*?</${tag}>`), '')
const perVirement = (message: Document, tag: string) =>
  all(message, 'CdtTrfTxInf').map((each) => texts(each, tag))
const isQr = (iban: string) => /^..\d\d3[01]\d{3}/.test(iban)

export const rules: Rule[] = [
  {
    no: '3.1',
    says: 'texts have printable characters of Basic Latin, Latin-1, Latin Extended-A, and ȘșȚț€ only',
    holds: (message) => leaves(message).every((text) => /^[\x20-\x7e\xa0-\xac\xae-\u017fȘșȚț€]*$/.test(text)),
    breaks: set('TwnNm', 'Delémont ★'),
  },
  {
    no: '3.2',
    says: 'references have 35 of their own characters at most, and slashes only inside and one by one',
    holds: (message) =>
      references
        .flatMap((tag) => texts(message, tag))
        .every((id) => /^[A-Za-z0-9 '()+,\-.:/?]{1,35}$/.test(id) && !/^[ /]|\/$|\/\//.test(id)),
    breaks: set('EndToEndId', 'D1//P2'),
  },
  {
    no: '3.3',
    says: 'the only space is U+0020, none of it around a text',
    holds: (message) => leaves(message).every((text) => text === text.trim() && !/[^\S ]/.test(text)),
    breaks: set('Nm', 'Anne\u00a0Rochat'),
  },
  {
    no: '3.4',
    says: 'no element is empty',
    holds: (message) => leaves(message).every((text) => text !== ''),
    breaks: set('StrtNm', ''),
  },
  {
    no: '3.5',
    says: 'there is no CDATA',
    holds: (message) =>
      !all(message, '*').some(({ childNodes }) => [...childNodes].some(({ nodeType }) => nodeType === 4)),
    breaks: set('StrtNm', '<![CDATA[Rue]]>'),
  },
  {
    no: '3.7',
    says: 'amounts have a point, no filling zeros and at most two decimals',
    holds: (message) =>
      ['InstdAmt', 'CtrlSum']
        .flatMap((tag) => texts(message, tag))
        .every((amount) => /^(0|[1-9]\d*)(\.\d{1,2})?$/.test(amount)),
    breaks: (xml) => xml.replace('>40.00<', '>040.00<'),
  },
  {
    no: '3.9',
    says: 'the software is named by NAME, PRVD, VRSN and SPSV, each at most once, with an id',
    holds: (message) => {
      const types = inside(message, 'Othr', 'ChanlTp')
      const known = types.every((type) => ['NAME', 'PRVD', 'VRSN', 'SPSV'].includes(type))
      return known && isUnique(types) && all(message, 'Othr').every((each) => has(1)(texts(each, 'Id')))
    },
    breaks: set('ChanlTp', 'name'),
  },
  {
    no: '3.11',
    says: 'an address has a town and a country, and neither a type nor lines',
    holds: (message) =>
      all(message, 'PstlAdr').every(
        (each) =>
          has(1)(texts(each, 'TwnNm')) &&
          texts(each, 'Ctry').some((country) => /^[A-Z]{2}$/.test(country)) &&
          [...texts(each, 'AdrTp'), ...texts(each, 'AdrLine')].length === 0,
      ),
    breaks: drop('TwnNm'),
  },
  {
    no: '3.12',
    says: 'the bank of the debtor is named by its BIC or by an IID of CHBCC, not by both',
    holds: (message) => {
      const bic = texts(message, 'BICFI')
      const iid = inside(message, 'ClrSysMmbId', 'MmbId')
      const isBic = bic.every((code) => /^[A-Z0-9]{4}[A-Z]{2}[A-Z0-9]{2}([A-Z0-9]{3})?$/.test(code))
      const isIid =
        iid.every((id) => /^\d{1,5}$/.test(id)) &&
        inside(message, 'ClrSysId', 'Cd').every((c) => c === 'CHBCC')
      return has(1)([...bic, ...iid]) && isBic && isIid
    },
    breaks: set('MmbId', 'RAIFCH22'),
  },
  {
    no: '4.1 NbOfTxs',
    says: 'the number of transfers is right, at most 99,999',
    holds: (message) => {
      const count = all(message, 'CdtTrfTxInf').length
      return count <= 99_999 && texts(message, 'NbOfTxs').every((text) => text === String(count))
    },
    breaks: set('NbOfTxs', '7'),
  },
  {
    no: '4.1 CtrlSum',
    says: 'the control sum is that of all amounts',
    holds: (message) => {
      const sum = texts(message, 'InstdAmt')
        .map(cents)
        .reduce((one, other) => one + other, 0n)
      return texts(message, 'CtrlSum').every((text) => cents(text) === sum)
    },
    breaks: set('CtrlSum', '40.05'),
  },
  {
    no: '4.1 InitgPty',
    says: 'the sender has a name',
    holds: (message) => all(message, 'InitgPty').every((each) => has(1)(texts(each, 'Nm'))),
    breaks: drop('Nm'),
  },
  {
    no: '4.2 PmtMtd',
    says: 'the method is TRF, without any type: service level or instrument would be of other types than D',
    holds: (message) => texts(message, 'PmtMtd').join() === 'TRF' && has(0)(all(message, 'PmtTpInf')),
    breaks: set('PmtMtd', 'CHK'),
  },
  {
    no: '4.2 ReqdExctnDt',
    says: 'the execution is on a date without a time',
    holds: (message) => inside(message, 'ReqdExctnDt', 'Dt').every((date) => /^\d{4}-\d\d-\d\d$/.test(date)),
    breaks: set('Dt', '2026-12-01T08:00:00'),
  },
  {
    no: '4.2 Dbtr',
    says: 'the debtor has a name and no address',
    holds: (message) =>
      all(message, 'Dbtr').every((each) => has(1)(texts(each, 'Nm')) && has(0)(texts(each, 'PstlAdr'))),
    breaks: (xml) =>
      xml.replace('</Nm></Dbtr>', '</Nm><PstlAdr><TwnNm>A</TwnNm><Ctry>CH</Ctry></PstlAdr></Dbtr>'),
  },
  {
    no: '4.2 DbtrAcct',
    says: 'the account of the debtor is an IBAN, and no QR-IBAN',
    holds: (message) => inside(message, 'DbtrAcct', 'IBAN').every((iban) => isIban(iban) && !isQr(iban)),
    breaks: set('IBAN', 'CH4431999123000889012'),
  },
  {
    no: '4.3 InstrId',
    says: 'each transfer has an instruction id of its own',
    holds: (message) =>
      perVirement(message, 'InstrId').every(has(1)) && isUnique(perVirement(message, 'InstrId').flat()),
    breaks: set('InstrId', 'D1-P2'),
  },
  {
    no: '4.3 InstdAmt',
    says: 'amounts are in CHF, from 0.01 to 9,999,999,999.99',
    holds: (message) =>
      all(message, 'InstdAmt').every((each) => {
        const amount = cents(each.textContent ?? '')
        return each.getAttribute('Ccy') === 'CHF' && amount > 0n && amount <= 999_999_999_999n
      }),
    breaks: (xml) => xml.replace('Ccy="CHF"', 'Ccy="USD"'),
  },
  {
    no: '4.3 Cdtr',
    says: 'every payee has a name',
    holds: (message) => all(message, 'Cdtr').every((each) => has(1)(texts(each, 'Nm'))),
    breaks: (xml) => xml.replace(/<Cdtr><Nm>[^<]*<\/Nm>/, '<Cdtr>'),
  },
  {
    no: '4.3 CdtrAcct',
    says: 'the account of every payee is an IBAN of CH or LI, and no QR-IBAN: that would need a QR reference',
    holds: (message) =>
      inside(message, 'CdtrAcct', 'IBAN').every(
        (iban) => isIban(iban) && /^(CH|LI)/.test(iban) && !isQr(iban),
      ) && perVirement(message, 'CdtrAcct').every(has(1)),
    breaks: (xml) => xml.replace(/(<CdtrAcct><Id><IBAN>)[^<]*/, '$1DE89370400440532013000'),
  },
  {
    no: '4.3 Ustrd',
    says: 'a transfer has one text at most',
    holds: (message) => perVirement(message, 'Ustrd').every((list) => list.length <= 1),
    breaks: (xml) => xml.replace('</Ustrd>', '</Ustrd><Ustrd>2</Ustrd>'),
  },
]

/** The rules that a message breaks, by their chapters. */
export function brokenRules(xml: string): string[] {
  const message = parseMessage(xml)
  return rules.filter(({ holds }) => !holds(message)).map(({ no }) => no)
}
