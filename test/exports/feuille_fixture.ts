import { extractText, getDocumentProxy } from 'unpdf'
import type { Feuille, Inscrit } from '../../src/exports/feuille.ts'

/** An exercice with these people. */
export function feuille(sapeurs: Inscrit[], changes: Partial<Feuille['exercice']> = {}): Feuille {
  return {
    sis_key: 'hs',
    nom: 'SIS Haute-Sorne',
    date: '2026-02-20',
    logo: null,
    exercice: {
      id: 33,
      designation: 'Échelle et sauvetage',
      date: '2026-03-18',
      heure: '19:30:00',
      duree: 120,
      annule: false,
      lieu: 'Place du Hangar',
      localite: 'Bassecourt',
      categorie: 'Exercice de section',
      communications: 'Tenue de feu.\nRepas après l’exercice.',
      delai: '2026-03-25',
      ...changes,
    },
    sapeurs,
  }
}

/** Someone convoked, without an excuse. */
export function inscrit(nom_prenom: string, changes: Partial<Inscrit> = {}): Inscrit {
  return { nom_prenom, grade: 'Sapeur', convoque: true, excuse: false, ...changes }
}

/** People with different names, some of them long. */
export function many(count: number): Inscrit[] {
  const long = 'Von Allmen-Descœudres Marie-Antoinette Élisabeth'
  return Array.from({ length: count }, (_, n) => inscrit(`${n % 3 === 0 ? long : 'Rochat Anne'} ${n + 1}.`))
}

/** The readable text of each page. */
export async function readPages(pdf: Buffer): Promise<string[]> {
  const { text } = await extractText(await getDocumentProxy(new Uint8Array(pdf)))
  return text.map((page) => page.replaceAll(/\s+/g, ' '))
}
