import { expect, it } from 'vitest'
import { renderReport } from '../../../src/demo/demo_report.ts'
import { alarmOfPdf } from './read_pdf.ts'
import { personne, report } from './sample_report.ts'

it('names with letters of other countries are read as the demo’s report prints them', async () => {
  const names = ['Đorđević Ana', 'Łukasz Jan', 'Ağaoğlu Can', 'Čović Ivo', 'Αντώνης Νίκος', 'Ағаев Ян']
  const personnes = [...names, '李小龙 Bruce'].map((nom) => personne(nom, 'Vient', '0791234567'))
  const groupes = [{ titre: '90 Čović, SIS Łódź', personnes }]
  const { groupes: read } = await alarmOfPdf(await renderReport({ ...report, groupes }))
  expect(read.map(({ titre }) => titre)).toEqual(['90 Čović, SIS Łódź'])
  expect(read[0]?.personnes.map(({ nom }) => nom)).toEqual([...names, '□□□ Bruce'])
})
