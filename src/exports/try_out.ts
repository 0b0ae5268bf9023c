import { drawHead } from './draw_head.ts'
import { drawTable } from './draw_table.ts'
import { makePdf } from './make_pdf.ts'
import { numberPages } from './number_pages.ts'
import { WIDTH } from './write_line.ts'
import { writeXlsx } from './write_xlsx.ts'

/** Makes a page and a workbook of nothing: the first ones of a thread read fonts and compile the libraries. */
export async function tryOut(): Promise<void> {
  await makePdf({ title: '', author: '', date: '2000-01-01' }, (page) => {
    drawHead(page, { title: 'É', name: '’', line: '', logo: null })
    drawTable(page, [{ title: 'N°', start: 0, end: WIDTH, place: 'left' }], [{ cells: ['œ'] }], 100)
    numberPages(page, '')
  })
  await writeXlsx([{ figures: 'mensuel', lignes: [{ mois: '2000-01', nb: 1, heures: '1.00' }] }])
}
