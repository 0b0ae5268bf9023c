import type { Request, Response } from 'express'
import {
  describeIncomplets,
  findIncomplets,
  findMissingDebiteur,
} from '../../exports/iso20022/find_incomplets.ts'
import { endToEndIdOf, messageIdOf } from '../../exports/iso20022/message_ids.ts'
import { nextWorkingDay } from '../../exports/iso20022/next_working_day.ts'
import type { Beneficiaire, Debiteur } from '../../exports/iso20022/ordre.ts'
import { writePain001 } from '../../exports/iso20022/write_pain001.ts'
import { programVersion } from '../../process/program_version.ts'
import { Refusal, refusals } from '../refusals/errors.ts'
import { sendFile } from './send_file.ts'

/** The answer of api.get_decompte_ordre. Dates are ISO 8601. */
interface Paie {
  sis_key: string
  decompte_id: number
  designation: string
  created_at: string
  today: string
  debiteur: Debiteur
  paiements: (Beneficiaire & { id: number; sapeur_id: number; montant: string })[]
}

type Paiement = Paie['paiements'][number]

/**
 * Answers the order to the bank for a décompte. Without `ignorer_incomplets`, nobody is left out: 409 names those who
 * cannot be paid.
 */
export async function answerIso20022(json: string, { query }: Request, res: Response): Promise<void> {
  const paie: Paie = JSON.parse(json)
  const { sis_key, decompte_id, today, debiteur } = paie
  const date = typeof query.date === 'string' ? query.date : nextWorkingDay(today)
  if (date < today) throw refusals.invalid({ date: ['La date d’exécution est passée.'] })
  const paiements = choose(paie.paiements, query.paiement_ids)
  if (paiements.length === 0) throw new Refusal(409, 'Aucun paiement à verser')
  const incomplets = findIncomplets(paiements)
  // A boolean after the validator, else still a text.
  const ignored = String(query.ignorer_incomplets) === 'true' ? incomplets : []
  const missing = findMissingDebiteur(debiteur)
  const refused = [
    ...(missing.length === 0 ? [] : [{ nom: debiteur.nom || sis_key, manque: missing }]),
    ...(ignored.length === 0 ? incomplets : []),
  ]
  if (refused.length > 0) throw new Refusal(409, describeIncomplets(refused))
  const left = new Set(ignored.map(({ id }) => id))
  const paid = paiements.filter(({ id }) => !left.has(id))
  if (paid.length === 0) throw new Refusal(409, describeIncomplets(ignored))
  const xml = writePain001({
    message_id: messageIdOf(
      sis_key,
      decompte_id,
      paid.map(({ id }) => id),
    ),
    created_at: new Date(paie.created_at),
    version: programVersion,
    date,
    debiteur,
    communication: paie.designation,
    virements: paid.map((each) => ({ ...each, end_to_end_id: endToEndIdOf(decompte_id, each.id) })),
  })
  if (ignored.length > 0) res.set('Incomplets', ignored.map(({ sapeur_id }) => sapeur_id).join(', '))
  sendFile(res, 'application/xml', `decompte-${sis_key}-${decompte_id}.xml`, Buffer.from(xml))
}

// Without a choice all of them.
function choose(paiements: Paiement[], ids: unknown): Paiement[] {
  if (ids === undefined) return paiements
  // Numbers after the validator, else still texts.
  const chosen = new Set([ids].flat().map(Number))
  const known = new Set(paiements.map(({ id }) => id))
  if (!chosen.isSubsetOf(known))
    throw refusals.invalid({ paiement_ids: ['Ce décompte n’a pas ce paiement à verser.'] })
  return paiements.filter(({ id }) => chosen.has(id))
}
