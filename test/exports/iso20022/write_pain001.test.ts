import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Ordre, Virement } from '../../../src/exports/iso20022/ordre.ts'
import { writePain001 } from '../../../src/exports/iso20022/write_pain001.ts'
import { brokenRules, parseMessage, rules } from './pain001_rules.ts'
import { findMisplaced } from './pain001_structure.ts'

const anne: Virement = {
  nom: 'Rochat Anne',
  iban: 'CH93 0076 2011 6238 5295 7',
  adresse: { rue: 'Rue de l’Église', no_rue: '4a', npa: '2800', localite: 'Delémont', pays: 'CH' },
  montant: '812.35',
  end_to_end_id: 'D1-P1',
}
const yves: Virement = {
  nom: 'Berberat & Fils',
  iban: 'LI21 0881 0000 2324 013A A',
  adresse: { rue: '', no_rue: '', npa: '', localite: 'Vaduz', pays: 'LI' },
  montant: '40.00',
  end_to_end_id: 'D1-P2',
}
const ordre: Ordre = {
  message_id: 'D1-hs',
  created_at: new Date('2026-11-23T07:00:00.123Z'),
  version: '0.2.0',
  date: '2026-12-01',
  debiteur: { nom: 'SIS Haute-Sorne', iban: 'CH56 0483 5012 3456 7800 9', bic: '' },
  communication: 'Soldes 2026, 1er semestre',
  virements: [anne, yves],
}

describe('a message', () => {
  it('is written like this', () => {
    expect(writePain001(ordre).replaceAll('><', '>\n<')).toBe(`<?xml version="1.0" encoding="UTF-8"?>
<Document xmlns="urn:iso:std:iso:20022:tech:xsd:pain.001.001.09">
<CstmrCdtTrfInitn>
<GrpHdr>
<MsgId>D1-hs</MsgId>
<CreDtTm>2026-11-23T07:00:00Z</CreDtTm>
<NbOfTxs>2</NbOfTxs>
<CtrlSum>852.35</CtrlSum>
<InitgPty>
<Nm>SIS Haute-Sorne</Nm>
<CtctDtls>
<Othr>
<ChanlTp>NAME</ChanlTp>
<Id>Caserne</Id>
</Othr>
<Othr>
<ChanlTp>VRSN</ChanlTp>
<Id>0.2.0</Id>
</Othr>
<Othr>
<ChanlTp>SPSV</ChanlTp>
<Id>0203</Id>
</Othr>
</CtctDtls>
</InitgPty>
</GrpHdr>
<PmtInf>
<PmtInfId>D1-hs</PmtInfId>
<PmtMtd>TRF</PmtMtd>
<BtchBookg>true</BtchBookg>
<NbOfTxs>2</NbOfTxs>
<CtrlSum>852.35</CtrlSum>
<ReqdExctnDt>
<Dt>2026-12-01</Dt>
</ReqdExctnDt>
<Dbtr>
<Nm>SIS Haute-Sorne</Nm>
</Dbtr>
<DbtrAcct>
<Id>
<IBAN>CH5604835012345678009</IBAN>
</Id>
</DbtrAcct>
<DbtrAgt>
<FinInstnId>
<ClrSysMmbId>
<ClrSysId>
<Cd>CHBCC</Cd>
</ClrSysId>
<MmbId>4835</MmbId>
</ClrSysMmbId>
</FinInstnId>
</DbtrAgt>
<CdtTrfTxInf>
<PmtId>
<InstrId>D1-P1</InstrId>
<EndToEndId>D1-P1</EndToEndId>
</PmtId>
<Amt>
<InstdAmt Ccy="CHF">812.35</InstdAmt>
</Amt>
<Cdtr>
<Nm>Rochat Anne</Nm>
<PstlAdr>
<StrtNm>Rue de l&apos;Église</StrtNm>
<BldgNb>4a</BldgNb>
<PstCd>2800</PstCd>
<TwnNm>Delémont</TwnNm>
<Ctry>CH</Ctry>
</PstlAdr>
</Cdtr>
<CdtrAcct>
<Id>
<IBAN>CH9300762011623852957</IBAN>
</Id>
</CdtrAcct>
<RmtInf>
<Ustrd>Soldes 2026, 1er semestre</Ustrd>
</RmtInf>
</CdtTrfTxInf>
<CdtTrfTxInf>
<PmtId>
<InstrId>D1-P2</InstrId>
<EndToEndId>D1-P2</EndToEndId>
</PmtId>
<Amt>
<InstdAmt Ccy="CHF">40.00</InstdAmt>
</Amt>
<Cdtr>
<Nm>Berberat &amp; Fils</Nm>
<PstlAdr>
<TwnNm>Vaduz</TwnNm>
<Ctry>LI</Ctry>
</PstlAdr>
</Cdtr>
<CdtrAcct>
<Id>
<IBAN>LI21088100002324013AA</IBAN>
</Id>
</CdtrAcct>
<RmtInf>
<Ustrd>Soldes 2026, 1er semestre</Ustrd>
</RmtInf>
</CdtTrfTxInf>
</PmtInf>
</CstmrCdtTrfInitn>
</Document>
`)
  })

  it('names the bank by its BIC if there is one', () => {
    const bank = (bic: string) => {
      const message = parseMessage(writePain001({ ...ordre, debiteur: { ...ordre.debiteur, bic } }))
      return message.getElementsByTagName('FinInstnId')[0]?.innerHTML.replaceAll(/ xmlns="[^"]*"/g, '')
    }
    expect(bank('craech zz 80a')).toBe('<BICFI>CRAECHZZ80A</BICFI>')
    expect(bank('?')).toContain('<MmbId>4835</MmbId>')
  })

  it('has no text without a communication', () => {
    expect(writePain001({ ...ordre, communication: ' ' })).not.toContain('RmtInf')
  })
})

describe('the rules for messages', () => {
  const good = writePain001(ordre)

  it.each(rules)('$no: $says', ({ no, breaks }) => {
    expect(brokenRules(good)).toEqual([])
    expect(breaks(good)).not.toBe(good)
    expect(brokenRules(breaks(good))).toContain(no)
  })

  it('include the order of elements and the lengths of texts', () => {
    const misplaced = (xml: string) => findMisplaced(parseMessage(xml).documentElement)
    expect(misplaced(good)).toEqual([])
    const swapped = good.replace(
      '<PstCd>2800</PstCd><TwnNm>Delémont</TwnNm>',
      '<TwnNm>Delémont</TwnNm><PstCd>2800</PstCd>',
    )
    const path = 'Document/CstmrCdtTrfInitn/PmtInf/CdtTrfTxInf/Cdtr/PstlAdr'
    expect(misplaced(swapped)).toEqual([path])
    expect(misplaced(good.replace('Delémont', 'x'.repeat(36)))).toEqual([`${path}/TwnNm`])
  })

  it('hold for hostile names and addresses', () => {
    const text = fc.oneof(
      fc.string({ unit: 'grapheme', maxLength: 200 }),
      fc.constantFrom(
        '<a>&"\'',
        ']]>',
        '\u0000\u0007',
        'Łódź 消防',
        'a\u00adb',
        '\u202eab',
        'ﬀ ŉ ǰ',
        '\u00a0 ',
        '😀',
      ),
    )
    const named = text.map((each) => `A${each}`)
    const hostile = fc.record({
      nom: named,
      rue: text,
      no_rue: text,
      npa: text,
      localite: named,
      communication: text,
    })
    fc.assert(
      fc.property(hostile, ({ nom, communication, ...place }) => {
        const adresse = { ...place, pays: 'CH' }
        const debiteur = { ...ordre.debiteur, nom }
        const xml = writePain001({
          ...ordre,
          communication,
          debiteur,
          virements: [{ ...anne, nom, adresse }],
        })
        expect(brokenRules(xml)).toEqual([])
        expect(findMisplaced(parseMessage(xml).documentElement)).toEqual([])
      }),
      { numRuns: 300, seed: 2026 },
    )
  })
})

describe('an order that no bank would take', () => {
  it.each([
    ['no transfer', { virements: [] }, '1 to 99,999'],
    ['an incomplete debtor', { debiteur: { ...ordre.debiteur, iban: '' } }, 'debtor'],
    ['someone without IBAN', { virements: [{ ...anne, iban: '' }] }, 'incomplete'],
    ['the same id twice', { virements: [anne, anne] }, 'same'],
    ['an id with two slashes', { message_id: 'D//1' }, 'D//1'],
    ['an id that is too long', { message_id: 'D'.repeat(36) }, 'DDD'],
    ['an id with an accent', { message_id: 'Décompte' }, 'Décompte'],
    ['an amount of 0.00', { virements: [{ ...anne, montant: '0.00' }] }, '0.00'],
    ['a negative amount', { virements: [{ ...anne, montant: '-1.00' }] }, '-1.00'],
    ['an amount without decimals', { virements: [{ ...anne, montant: '12' }] }, '12'],
  ])('has %s', (_case, more, message) => {
    expect(() => writePain001({ ...ordre, ...more })).toThrow(message)
  })
})
