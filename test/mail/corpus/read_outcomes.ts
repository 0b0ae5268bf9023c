import type pg from 'pg'
import type { Becomes } from './expectation.ts'

/** The data that an intervention took over from its alarm, besides those in `Becomes`. */
export interface Taken {
  groupes: string[]
  quittances: string[]
}

/** The outcome of a mail, and the data of each intervention, by key of SIS. */
export interface Found {
  becomes: Becomes
  taken: Record<string, Taken>
}

const alarme = `
  json_build_object(
    'type', a.type,
    'code', a.code,
    'couleur', a.couleur,
    'adresse', a.adresse,
    'complement', a.complement,
    'description', a.description,
    'date', to_char(a.date at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'),
    'wgs84', coalesce(a.lat || ',' || a.lon, ''),
    'lv95', coalesce(trim_scale(a.lv95_e) || ',' || trim_scale(a.lv95_n), ''),
    'groupes', (select coalesce(json_agg(btrim(g.no || ' ' || g.nom) order by g.id), '[]')
                  from app.alarme_groupes g where g.sis_key = a.sis_key and g.alarme_id = a.id),
    'viennent', (select coalesce(json_agg(s.nom_prenom order by p.id), '[]')
                   from app.alarme_personnes p
                   join app.sapeurs s on s.sis_key = p.sis_key and s.id = p.sapeur_id
                  where p.sis_key = a.sis_key and p.alarme_id = a.id),
    'inconnus', (select coalesce(json_agg(p.nom_complet order by p.id), '[]')
                   from app.alarme_personnes p
                  where p.sis_key = a.sis_key and p.alarme_id = a.id and p.sapeur_id is null),
    'numeros', (select coalesce(json_agg(array_to_string(p.telephones, ' ') order by p.id), '[]')
                  from app.alarme_personnes p
                 where p.sis_key = a.sis_key and p.alarme_id = a.id),
    'intervention', (select json_build_object('objet', i.objet, 'lieu', i.lieu, 'degre', i.degre,
                                              'type_intervention', t.designation, 'stat_federal', f.designation,
                                              'localite', coalesce(l.npa || ' ' || l.nom, ''))
                       from app.interventions i
                       left join app.types_intervention t on t.sis_key = i.sis_key and t.id = i.type_intervention_id
                       left join app.stat_federal f on f.id = i.stat_federal_id
                       left join app.localites l on l.id = i.localite_id
                      where i.sis_key = a.sis_key and i.id = a.intervention_id)
  )`

const taken = `
  json_build_object(
    'groupes', (select coalesce(json_agg(btrim(g.no || ' ' || g.designation)), '[]')
                  from app.intervention_groupes g where g.sis_key = a.sis_key and g.intervention_id = a.intervention_id),
    'quittances', (select coalesce(json_agg(s.nom_prenom), '[]')
                     from app.intervention_quittances q
                     join app.sapeurs s on s.sis_key = q.sis_key and s.id = q.sapeur_id
                    where q.sis_key = a.sis_key and q.intervention_id = a.intervention_id)
  )`

const outcomes = `
  select m.sujet,
         json_build_object('etat', m.etat, 'raison', m.raison,
                           'alarmes', coalesce(json_object_agg(a.sis_key, ${alarme}) filter (where a.id is not null), '{}')) as becomes,
         coalesce(json_object_agg(a.sis_key, ${taken}) filter (where a.intervention_id is not null), '{}') as taken
    from app.messages m
    left join app.alarmes a on a.message_id = m.id
   group by m.id, m.sujet, m.etat, m.raison`

/** The outcomes of all messages of the instance's mailbox, by subject. @param admin sees every SIS. */
export async function readOutcomes(admin: pg.Client): Promise<Map<string, Found>> {
  const { rows } = await admin.query(outcomes)
  return new Map(rows.map(({ sujet, becomes, taken }) => [sujet, { becomes, taken }]))
}
