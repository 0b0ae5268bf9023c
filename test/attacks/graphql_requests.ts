const filter = 'query ($f: SapeurFilter) { sapeurs(filter: $f) { totalCount } }'
const byNom = 'query ($nom: String!) { sapeurs(filter: {nom: {equalTo: $nom}}) { totalCount } }'

/** Malformed values, and the message about each, which shows nothing of the database. */
export const values: [title: string, query: string, said: string | object, variables?: object][] = [
  ['a NUL', byNom, 'Une valeur n’est pas admise.', { nom: '\0' }],
  ['half a surrogate', byNom, { sapeurs: { totalCount: 0 } }, { nom: '\ud800' }],
  [
    'half a surrogate in the query',
    '{ sapeurs(filter: {nom: {equalTo: "\\ud800"}}) { totalCount } }',
    'Syntax Error: Invalid Unicode escape sequence: "\\ud800".',
  ],
  ['SQL', byNom, { sapeurs: { totalCount: 0 } }, { nom: "' or sis_key = 'test' --" }],
  ['an id beyond 64 bits', '{ sapeur(id: 99999999999999999999) { id } }', 'Un nombre entier est attendu.'],
  [
    'an id of 1e30',
    'query ($i: BigInt!) { sapeur(id: $i) { id } }',
    'Variable "$i" got invalid value 1e+30; Un nombre entier est attendu.',
    { i: 1e30 },
  ],
  [
    'an id followed by SQL',
    'query ($i: BigInt!) { sapeur(id: $i) { id } }',
    'Variable "$i" got invalid value "1 or 1=1"; Un nombre entier est attendu.',
    { i: '1 or 1=1' },
  ],
  [
    'a year beyond 32 bits',
    '{ stats_federal(filter: {annee: {equalTo: 4294969320}}) { totalCount } }',
    'Int cannot represent non 32-bit signed integer value: 4294969320',
  ],
  [
    'a decimal beyond any range',
    '{ alarmes(filter: {lat: {equalTo: "1e400000"}}) { totalCount } }',
    'Une valeur n’est pas admise.',
  ],
  [
    'a date that does not exist',
    '{ interventions(filter: {date_debut: {equalTo: "2026-02-30"}}) { totalCount } }',
    'Une valeur n’est pas admise.',
  ],
  [
    'a special date of PostgreSQL',
    '{ interventions(filter: {date_debut: {equalTo: "infinity"}}) { totalCount } }',
    { interventions: { totalCount: 0 } },
  ],
  [
    'a column without a filter',
    filter,
    'Variable "$f" got invalid value { sis_key: { equalTo: "test" } }; Field "sis_key" is not defined by type "SapeurFilter".',
    { f: { sis_key: { equalTo: 'test' } } },
  ],
  [
    'the prototype',
    filter,
    'Variable "$f" got invalid value { __proto__: { nom: [Object] } }; Field "__proto__" is not defined by type "SapeurFilter".',
    { f: JSON.parse('{"__proto__": {"nom": {"startsWith": "A"}}}') },
  ],
  ['a filter that is null', filter, 'Un filtre ne peut être ni vide ni null.', { f: null }],
  [
    'a filter of no alternatives',
    filter,
    'Un filtre ne peut être ni vide ni null.',
    { f: { not: { or: [] } } },
  ],
  [
    'an empty list of filters in the query',
    '{ sapeurs(filter: {and: []}) { totalCount } }',
    'Un filtre ne peut être ni vide ni null.',
  ],
  [
    'an empty list of filters by a variable',
    'query ($all: [SapeurFilter!]) { sapeurs(filter: {or: $all}) { totalCount } }',
    'Un filtre ne peut être ni vide ni null.',
    { all: [] },
  ],
  ['a list of no ids', '{ sapeurs(filter: {id: {in: []}}) { totalCount } }', { sapeurs: { totalCount: 0 } }],
  [
    'a filter with an empty part',
    filter,
    'Un filtre ne peut être ni vide ni null.',
    { f: { not: { nom: {} } } },
  ],
  [
    'a variable named like a property of every object',
    'query ($constructor: BigInt) { sapeurs(filter: {id: {equalTo: $constructor}}) { totalCount } }',
    'Une valeur n’est pas admise.',
  ],
  [
    'a page size named like a property of every object',
    'query ($valueOf: Int!) { sapeurs(first: $valueOf) { totalCount } }',
    'Variable "$valueOf" of required type "Int!" was not provided.',
  ],
  [
    'a page size beyond the limit',
    'query ($n: Int!) { sapeurs(first: $n) { totalCount } }',
    'first doit être compris entre 0 et 1000.',
    { n: 5e20 },
  ],
]

const two = 'query a { sapeurs { totalCount } } query b { civilites { totalCount } }'
const notOne = {
  errors: [
    { message: 'Le corps doit être un objet JSON avec query, et au besoin variables et operationName.' },
  ],
}
const notJson = { error: 'Le corps de la requête doit être du type application/json' }
const civilites = { data: { civilites: { totalCount: 2 } } }

/** Contradictory bodies: type, status and answer. */
export const bodies: [title: string, body: string, type: string, status: number, answer: object][] = [
  ['a batch', '[{"query": "{ __typename }"}, {"query": "{ __typename }"}]', 'application/json', 400, notOne],
  ['a form', 'query=%7B__typename%7D', 'application/x-www-form-urlencoded', 415, notJson],
  ['a multipart form', '--x--', 'multipart/form-data; boundary=x', 415, notJson],
  ['a query by itself', '{ __typename }', 'application/graphql', 415, notJson],
  ['a text, which needs no preflight', '{"query": "{ __typename }"}', 'text/plain', 415, notJson],
  [
    'a query twice, the last of which counts',
    '{"query": "{ sapeurs { nodes { nom } } }", "query": "{ civilites { totalCount } }"}',
    'application/json',
    200,
    civilites,
  ],
  ['a query in the prototype', '{"__proto__": {"query": "{ __typename }"}}', 'application/json', 400, notOne],
  [
    'a list of operations',
    `{"query": "${two}", "operationName": ["a", "b"]}`,
    'application/json',
    400,
    notOne,
  ],
  ['one of two operations', `{"query": "${two}", "operationName": "b"}`, 'application/json', 200, civilites],
  [
    'an operation named like a property of every object',
    `{"query": "${two}", "operationName": "constructor"}`,
    'application/json',
    400,
    { errors: [{ message: 'Quelle opération faut-il exécuter (operationName) ?' }] },
  ],
  [
    'variables in a list',
    '{"query": "{ __typename }", "variables": [{"f": 1}]}',
    'application/json',
    400,
    notOne,
  ],
  [
    'the hash of a query',
    '{"extensions": {"persistedQuery": {"version": 1, "sha256Hash": "00"}}}',
    'application/json',
    400,
    notOne,
  ],
  [
    'settings',
    '{"query": "{ sis_contacts { totalCount } }", "pgSettings": {"request.sis_key": "test", "role": "caserne_owner"}}',
    'application/json',
    200,
    { data: { sis_contacts: { totalCount: 1 } } },
  ],
  [
    'settings in extensions',
    '{"query": "{ sis_contacts { totalCount } }", "extensions": {"pgSettings": {"request.sis_key": "test"}}}',
    'application/json',
    200,
    { data: { sis_contacts: { totalCount: 1 } } },
  ],
  [
    'a SIS beside the query',
    '{"query": "{ sis_contacts { totalCount } }", "sis_key": "test", "Sis-Key": "test"}',
    'application/json',
    200,
    { data: { sis_contacts: { totalCount: 1 } } },
  ],
]

const elsewhere = { error: 'Aucun droit pour ce SIS' }
const none = { error: 'Sis non sélectionné' }

/** Headers sent by an account with rights in hs only, and the answer. */
export const headers: [
  title: string,
  headers: Record<string, string | string[]>,
  status: number,
  error?: object,
][] = [
  ['hs', { 'sis-key': 'hs' }, 200],
  ['hs with spaces around', { 'SIS-KEY': ' hs\t' }, 200],
  ['test', { 'sis-key': 'test' }, 403, elsewhere],
  ['hs, then test', { 'sis-key': ['hs', 'test'] }, 403, elsewhere],
  ['test, then hs', { 'sis-key': ['test', 'hs'] }, 403, elsewhere],
  ['both in one header', { 'sis-key': 'hs,test' }, 403, elsewhere],
  ['hs in capitals', { 'sis-key': 'HS' }, 403, elsewhere],
  ['every SIS', { 'sis-key': '*' }, 403, elsewhere],
  ['a property of every object', { 'sis-key': '__proto__' }, 403, elsewhere],
  ['SQL', { 'sis-key': "hs' or sis_key = 'test" }, 403, elsewhere],
  ['spaces', { 'sis-key': ' ' }, 401, none],
  ['nothing, but similar headers', { 'x-sis-key': 'hs', sis_key: 'hs' }, 401, none],
  [
    'hs, and test in similar headers',
    { 'sis-key': 'hs', 'x-sis-key': 'test', 'x-pgsettings': '{"request.sis_key": "test"}' },
    200,
  ],
]
