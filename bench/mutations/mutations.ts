/** A fault that is introduced on purpose, to see that a test fails. */
export type Mutation = { name: string; likely: string } & (
  | { sql: string }
  | { function: string; from: string; to: string }
  | { program: string; to: string }
)

// Test files that run first. If they pass, the whole suite runs.
const tables = 'test/app test/conventions.test.ts'
const sweep = 'test/http/every_operation'

const policies: Mutation[] = [
  {
    name: 'interventions: everybody of the SIS may read',
    sql: 'alter policy lecture on app.interventions using (sis_key = request.sis_key())',
    likely: 'test/app/interventions',
  },
  {
    name: 'interventions: the tenant’s policy lets every SIS pass',
    sql: 'alter policy locataire on app.interventions using (true)',
    likely: tables,
  },
  {
    name: 'interventions: an analyst sees SIS that were not granted',
    sql: 'alter policy octroi on app.interventions using (true)',
    likely: 'test/analystes.test.ts test/attacks/analyste.test.ts test/conventions.test.ts',
  },
  {
    name: 'sapeurs: who may read may change',
    sql: "alter policy modification on app.sapeurs using (sis_key = request.sis_with('sapeur.lecture'))",
    likely: 'test/app/sapeurs test/http/rights',
  },
  {
    name: 'intervention_sapeurs: anybody adds a presence',
    sql: 'alter policy ajout on app.intervention_sapeurs with check (sis_key = request.sis_key())',
    likely: 'test/app/interventions',
  },
  {
    name: 'particularites: private data are read by all of the SIS',
    sql: 'alter policy lecture on app.particularites using (sis_key = request.sis_key())',
    likely: 'test/app/sapeurs',
  },
  {
    name: 'salaires: nobody sees their own',
    sql: 'drop policy soi on app.salaires',
    likely: tables,
  },
  {
    name: 'ecritures: everybody sees everybody’s',
    sql: 'alter policy soi on app.ecritures using (true)',
    likely: 'test/app test/http/mes.test.ts',
  },
  {
    name: 'messageries: anybody removes a mailbox',
    sql: 'alter policy suppression on app.messageries using (sis_key = request.sis_key())',
    likely: 'test/app/sis',
  },
  {
    name: 'journal: read without permission',
    sql: 'alter policy lecture on audit.journal using (sis_key = request.sis_key())',
    likely: 'test/audit test/http/journal.test.ts test/app',
  },
  {
    name: 'groupes: the owner is not held by the policies',
    sql: 'alter table app.groupes no force row level security',
    likely: 'test/conventions.test.ts',
  },
  {
    name: 'alarmes: no row-level security',
    sql: 'alter table app.alarmes disable row level security',
    likely: tables,
  },
]

const grants: Mutation[] = [
  {
    name: 'the data server writes every column of interventions',
    sql: 'grant update on app.interventions to caserne_api',
    likely: 'test/conventions.test.ts test/app',
  },
  {
    name: 'the data server reads accounts',
    sql: 'grant select on auth.users to caserne_api',
    likely: 'test/conventions.test.ts test/auth/guards.test.ts',
  },
  {
    name: 'the data server calls functions of the authentication API',
    sql: 'grant execute on all functions in schema auth to caserne_api',
    likely: 'test/conventions.test.ts test/auth/guards.test.ts',
  },
  {
    name: 'the data server no longer reads vehicules',
    sql: 'revoke select on app.vehicules from caserne_api',
    likely: 'test/http/every_operation.test.ts',
  },
  {
    name: 'analysts read the names of sapeurs',
    sql: 'grant usage on schema app to caserne_analyst; grant select on app.sapeurs to caserne_analyst',
    likely: 'test/conventions.test.ts test/attacks/analyste.test.ts',
  },
  {
    name: 'the worker makes objects in app',
    sql: 'grant create on schema app to caserne_worker',
    likely: 'test/conventions.test.ts test/jobs/worker_rights.test.ts',
  },
]

const checks: Mutation[] = [
  {
    name: 'an intervention ends before it begins',
    sql: 'alter table app.interventions drop constraint interventions_check',
    likely:
      'test/http/create_intervention.test.ts test/http/update_intervention.test.ts test/conventions.test.ts',
  },
  {
    name: 'two accounting years share days',
    sql: 'alter table app.exercices_comptables drop constraint exercices_comptables_sis_key_daterange_excl',
    likely: 'test/http/exercices_comptables.test.ts test/app/listes',
  },
  {
    name: 'an alarm makes two interventions',
    sql: 'drop index app.interventions_alarme_id_key',
    likely: 'test/app/interventions test/jobs/alarmes',
  },
  {
    name: 'changes of sapeurs are not in the journal',
    sql: 'drop trigger _900_journal on app.sapeurs',
    likely: 'test/conventions.test.ts',
  },
  {
    name: 'If-Match of interventions is not compared',
    sql: 'drop trigger _950_if_match on app.interventions',
    likely: 'test/http/if_match.test.ts test/conventions.test.ts',
  },
  {
    name: 'a change of grades leaves the ETag of their list',
    sql: 'drop trigger _870_changement on app.grades; drop trigger _880_changement on app.grades',
    likely: 'test/conventions.test.ts test/http/if_none_match.test.ts',
  },
  {
    name: 'presences of an imputed intervention change',
    function: 'app.tg_ouverte()',
    from: 'if v_statut = ',
    to: 'if false and v_statut = ',
    likely: 'test/app/interventions test/http/intervention',
  },
  {
    name: 'a disabled account goes on',
    function: 'auth.open_request(bigint, timestamptz, text, text[], bigint, text[], boolean)',
    from: 'and u.disabled_at is null',
    to: '',
    likely: 'test/auth/check_session.test.ts',
  },
]

const handlers: Mutation[] = [
  {
    name: 'an account without rights in a SIS passes its door',
    program: 'if (operation.needsSis && nothing) throw refusals.noRightInSis()',
    to: '',
    likely: 'test/http/access_sis.test.ts test/http/access.test.ts',
  },
  {
    name: 'a token of another issuer counts',
    program: '      issuer: ISSUER,\n',
    to: '',
    likely: 'test/auth/tokens.test.ts test/http/access_token.test.ts',
  },
  {
    name: 'one key, another body: the first answer is given',
    program: 'JSON.stringify([req.originalUrl, req.body ?? null])',
    to: 'JSON.stringify([req.originalUrl])',
    likely: 'test/http/idempotency_key.test.ts',
  },
  {
    name: 'a body keeps fields that the document does not know',
    program: 'req.body = checkTexts(pick(source, schema, req.body), ',
    to: 'req.body = checkTexts(req.body, ',
    likely: `test/http/input.test.ts ${sweep}`,
  },
  {
    name: 'a 304 goes by the version only',
    program: 'each.version === version && each.content === content',
    to: 'each.version === version',
    likely: 'test/http/if_none_match.test.ts',
  },
  {
    name: 'HTML is not escaped',
    program: 'content instanceof Html ? content.text : escaped(content)',
    to: 'content instanceof Html ? content.text : content',
    likely: 'test/text/html.test.ts',
  },
  {
    name: 'wrong passwords are not counted',
    program: 'await this.#limiter.consume(hash(who))',
    to: 'hash(who)',
    likely: 'test/http/throttle.test.ts',
  },
  {
    name: 'a mailbox’s password may be sent to another server',
    program: 'JSON.stringify([sis, host, port, security, user])',
    to: 'JSON.stringify([sis])',
    likely: 'test/mail/seal.test.ts',
  },
  {
    name: 'an uploaded SVG may run scripts where it is opened',
    program: "default-src 'none'; style-src 'unsafe-inline'; sandbox",
    to: "default-src 'self'",
    likely: 'test/http/sis_logo.test.ts',
  },
]

/** Faults in policies, grants, checks and handlers, each as a careless change could bring it. */
export const mutations = { policies, grants, checks, handlers }
