import { findIncomplets, findMissingDebiteur } from './find_incomplets.ts'
import type { Adresse, Debiteur, Ordre, Virement } from './ordre.ts'
import { compactIban, iidOf } from './swiss_iban.ts'
import { swissText } from './swiss_text.ts'

const namespace = 'urn:iso:std:iso:20022:tech:xsd:pain.001.001.09'
/** Which edition of the guidelines this is: SPS 2026, version 2.3. */
const guidelines = '0203'

/**
 * Writes an order as pain.001.001.09, as the Swiss Payment Standards 2026 have it: SIX, "Swiss Implementation
 * Guidelines for Customer-Bank Messages for Credit Transfer", version 2.3, called IG here. All transfers are of type D:
 * francs, to an IBAN of Switzerland or Liechtenstein. Throws for an order that no bank would take; findIncomplets says
 * beforehand who is missing what.
 */
export function writePain001(ordre: Ordre): string {
  refuse(ordre)
  const { message_id, created_at, version, date, debiteur, communication, virements } = ordre
  const count = element('NbOfTxs', String(virements.length))
  const sum = element('CtrlSum', sumOf(virements))
  const header = group('GrpHdr', [
    element('MsgId', message_id),
    element('CreDtTm', `${created_at.toISOString().slice(0, 19)}Z`),
    ...[count, sum],
    group('InitgPty', [element('Nm', swissText(debiteur.nom, 140)), writeSoftware(version)]),
  ])
  const payment = group('PmtInf', [
    element('PmtInfId', message_id),
    element('PmtMtd', 'TRF'),
    element('BtchBookg', 'true'),
    ...[count, sum],
    group('ReqdExctnDt', [element('Dt', date)]),
    // IG 4.2: the bank knows the address of the debtor; better not used.
    group('Dbtr', [element('Nm', swissText(debiteur.nom, 140))]),
    writeAccount('DbtrAcct', debiteur.iban),
    group('DbtrAgt', [writeBank(debiteur)]),
    ...virements.map((virement) => writeVirement(virement, communication)),
  ])
  const body = group('CstmrCdtTrfInitn', [header, payment])
  return `<?xml version="1.0" encoding="UTF-8"?>\n<Document xmlns="${namespace}">${body}</Document>\n`
}

function refuse({ message_id, debiteur, virements }: Ordre): void {
  const ids = [message_id, ...virements.map(({ end_to_end_id }) => end_to_end_id)]
  if (virements.length === 0 || virements.length > 99_999)
    throw new RangeError('an order has 1 to 99,999 transfers')
  if (findMissingDebiteur(debiteur).length > 0) throw new TypeError('the debtor is incomplete')
  if (findIncomplets(virements).length > 0) throw new TypeError('someone who is paid is incomplete')
  if (new Set(ids).size < ids.length) throw new TypeError('two ids are the same')
  const wrong = ids.find((id) => !isReference(id))
  if (wrong !== undefined) throw new TypeError(`not an id that banks take: ${wrong}`)
  const amount = virements.find(({ montant }) => !/^(?!0\.00)(0|[1-9]\d{0,9})\.\d\d$/.test(montant))
  if (amount) throw new TypeError(`not an amount above 0: ${amount.montant}`)
}

// IG 3.2.
const isReference = (id: string) => /^(?![ /])(?!.*\/\/)[A-Za-z0-9 '()+,\-.:/?]{1,35}(?<!\/)$/.test(id)

function sumOf(virements: Virement[]): string {
  const centimes = virements.reduce((sum, { montant }) => sum + BigInt(montant.replace('.', '')), 0n)
  return `${centimes / 100n}.${String(centimes % 100n).padStart(2, '0')}`
}

// IG 3.9.
function writeSoftware(version: string): string {
  const told = { NAME: 'Caserne', VRSN: version, SPSV: guidelines }
  return group(
    'CtctDtls',
    Object.entries(told).map(([type, id]) => group('Othr', [element('ChanlTp', type), element('Id', id)])),
  )
}

// IG 3.12: the BIC, or else the IID.
function writeBank({ iban, bic }: Debiteur): string {
  const code = bic.replaceAll(' ', '').toUpperCase()
  const isBic = /^[A-Z0-9]{4}[A-Z]{2}[A-Z0-9]{2}([A-Z0-9]{3})?$/.test(code)
  const system = group('ClrSysId', [element('Cd', 'CHBCC')])
  const iid = group('ClrSysMmbId', [system, element('MmbId', String(iidOf(iban)))])
  return group('FinInstnId', [isBic ? element('BICFI', code) : iid])
}

const writeAccount = (tag: string, iban: string) =>
  group(tag, [group('Id', [element('IBAN', compactIban(iban))])])

function writeVirement(virement: Virement, communication: string): string {
  const { nom, iban, adresse, montant, end_to_end_id } = virement
  return group('CdtTrfTxInf', [
    group('PmtId', [element('InstrId', end_to_end_id), element('EndToEndId', end_to_end_id)]),
    group('Amt', [`<InstdAmt Ccy="CHF">${escaped(montant)}</InstdAmt>`]),
    group('Cdtr', [element('Nm', swissText(nom, 140)), writeAdresse(adresse)]),
    writeAccount('CdtrAcct', iban),
    group('RmtInf', [element('Ustrd', swissText(communication, 140))]),
  ])
}

// IG 3.11, the structured variant.
function writeAdresse({ rue, no_rue, npa, localite, pays }: Adresse): string {
  return group('PstlAdr', [
    element('StrtNm', swissText(rue, 70)),
    element('BldgNb', swissText(no_rue, 16)),
    element('PstCd', swissText(npa, 16)),
    element('TwnNm', swissText(localite, 35)),
    element('Ctry', pays),
  ])
}

// IG 3.4: nothing is written empty.
const group = (tag: string, parts: string[]) => wrap(tag, parts.join(''))
const element = (tag: string, text: string) => wrap(tag, escaped(text))
const wrap = (tag: string, inner: string) => (inner === '' ? '' : `<${tag}>${inner}</${tag}>`)

const escapes: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  "'": '&apos;',
  '"': '&quot;',
}
const escaped = (text: string) => text.replaceAll(/[&<>'"]/g, (sign) => escapes[sign] ?? sign)
