// The elements of pain.001.001.09 that a message may have, in the order of the ISO schema: `?` may be absent, `+` comes
// once or more, a number is the greatest length of a text. ISO 20022 has further elements.
const structure: Record<string, string> = {
  Document: 'CstmrCdtTrfInitn',
  CstmrCdtTrfInitn: 'GrpHdr PmtInf+',
  GrpHdr: 'MsgId:35 CreDtTm NbOfTxs:15 CtrlSum? InitgPty',
  InitgPty: 'Nm:140? CtctDtls?',
  CtctDtls: 'Othr+',
  Othr: 'ChanlTp:4 Id:128',
  PmtInf: `PmtInfId:35 PmtMtd:3 BtchBookg? NbOfTxs:15? CtrlSum? ReqdExctnDt Dbtr DbtrAcct DbtrAgt CdtTrfTxInf+`,
  ReqdExctnDt: 'Dt:10',
  Dbtr: 'Nm:140?',
  DbtrAcct: 'Id',
  DbtrAgt: 'FinInstnId',
  FinInstnId: 'BICFI:11? ClrSysMmbId?',
  ClrSysMmbId: 'ClrSysId? MmbId:35',
  ClrSysId: 'Cd:5',
  CdtTrfTxInf: 'PmtId Amt Cdtr? CdtrAcct? RmtInf?',
  PmtId: 'InstrId:35? EndToEndId:35',
  Amt: 'InstdAmt',
  Cdtr: 'Nm:140? PstlAdr?',
  PstlAdr: 'StrtNm:70? BldgNb:16? PstCd:16? TwnNm:35? Ctry:2?',
  CdtrAcct: 'Id',
  Id: 'IBAN:34',
  RmtInf: 'Ustrd:140+',
}

/** The elements of a message that the schema does not have there, by their paths. */
export function findMisplaced(element: Element, path = element.tagName): string[] {
  const children = [...element.children]
  const parts = (structure[element.tagName] ?? '').split(' ').map((part) => {
    const [, tag = '', length = '', often = ''] = /^(\w+)(?::(\d+))?([?+]?)$/.exec(part) ?? []
    return { tag, length: Number(length), often }
  })
  const order = parts.map(({ tag, often }) => `(?:${tag},)${often}`).join('')
  const isInOrder = new RegExp(`^${order}$`).test(children.map(({ tagName }) => `${tagName},`).join(''))
  if (children.length > 0 && !isInOrder) return [path]
  return children.flatMap((child) => {
    const most = parts.find(({ tag }) => tag === child.tagName)?.length ?? 0
    const isLong = most > 0 && [...(child.textContent ?? '')].length > most
    const below = `${path}/${child.tagName}`
    return isLong ? [below] : findMisplaced(child, below)
  })
}
