/**
 * Queries in a request of hs by someone who knows of test the id of a sapeur (`%s`), of an intervention
 * (`%i`) and that names there begin with Ailleurs: the query, the data in the answer, and the variables.
 */
export const foreign: [title: string, query: string, gets: object, variables?: object][] = [
  [
    'a row by its id',
    '{ sapeur(id: %s) { nom } intervention(id: %i) { objet } }',
    { sapeur: null, intervention: null },
  ],
  ['by an id in a variable', 'query ($i: BigInt!) { sapeur(id: $i) { nom } }', { sapeur: null }, { i: '%s' }],
  [
    'rows by a list of ids',
    '{ sapeurs(filter: {id: {in: [%s]}}) { totalCount } }',
    { sapeurs: { totalCount: 0 } },
  ],
  [
    'by a filter in a variable',
    'query ($f: SapeurFilter!) { sapeurs(filter: $f) { totalCount } }',
    { sapeurs: { totalCount: 0 } },
    {
      f: {
        or: [{ id: { equalTo: '%s' } }, { not: { nom: { lessThan: 'Ailleurs' } }, nom: { lessThan: 'Aim' } }],
      },
    },
  ],
  [
    'by a negation',
    '{ sapeurs(filter: {not: {nom: {startsWith: "A"}}, nom: {startsWith: "Ailleurs"}}) { totalCount } }',
    { sapeurs: { totalCount: 0 } },
  ],
  [
    'by an alternative',
    '{ sapeurs(filter: {or: [{id: {equalTo: %s}}, {nom: {startsWithInsensitive: "ailleurs"}}]}) { totalCount } }',
    { sapeurs: { totalCount: 0 } },
  ],
  [
    'by a field of a relation',
    '{ intervention_sapeurs(filter: {sapeur: {nom: {startsWith: "Ailleurs"}}}) { totalCount } }',
    { intervention_sapeurs: { totalCount: 0 } },
  ],
  [
    'by a field of a relation’s relation',
    '{ intervention_sapeurs(filter: {intervention: {type_intervention: {designation: {startsWith: "Ailleurs"}}}}) { totalCount } }',
    { intervention_sapeurs: { totalCount: 0 } },
  ],
  [
    'by a field that a relation lacks',
    '{ interventions(filter: {sapeur: {not: {nom: {lessThan: "Ailleurs"}}, nom: {lessThan: "Aim"}}}) { totalCount } }',
    { interventions: { totalCount: 0 } },
  ],
  [
    'by a list that all SIS share',
    '{ unite(id: 1) { vehicules(filter: {designation: {startsWith: "Ailleurs"}}) { totalCount } } civilite(id: 1) { sapeurs(filter: {nom: {startsWith: "Ailleurs"}}) { totalCount } } }',
    { unite: { vehicules: { totalCount: 0 } }, civilite: { sapeurs: { totalCount: 0 } } },
  ],
  [
    'by there and back',
    '{ interventions(filter: {id: {equalTo: %i}}) { nodes { stat_federal_lie: stat_federal { interventions { nodes { objet } } } } } }',
    { interventions: { nodes: [] } },
  ],
  [
    'by aliases of one list',
    '{ a: sapeurs(filter: {id: {equalTo: %s}}) { totalCount } b: sapeurs(filter: {nom: {startsWith: "Ailleurs"}}) { totalCount } }',
    { a: { totalCount: 0 }, b: { totalCount: 0 } },
  ],
  [
    'by fragments',
    '{ a: sapeur(id: %s) { ...f } b: sapeur(id: %s) { ... on Sapeur { interventions { nodes { objet } } } } } fragment f on Sapeur { nom }',
    { a: null, b: null },
  ],
  [
    'by directives',
    'query ($y: Boolean!) { a: sapeur(id: %s) @include(if: $y) { nom } b: sapeur(id: %s) @skip(if: $y) { nom } }',
    { a: null },
    { y: true },
  ],
  [
    'figures',
    '{ stats_presences(filter: {sapeur_id: {equalTo: %s}}) { totalCount } stats_interventions(filter: {id: {equalTo: %i}}) { totalCount } }',
    { stats_presences: { totalCount: 0 }, stats_interventions: { totalCount: 0 } },
  ],
  [
    'figures by a field of a relation',
    '{ stats_types(filter: {designation: {startsWith: "Ailleurs"}}) { totalCount } stats_presences_exercices(filter: {sapeur: {nom: {startsWith: "Ailleurs"}}}) { totalCount } }',
    { stats_types: { totalCount: 0 }, stats_presences_exercices: { totalCount: 0 } },
  ],
]

/** Forged cursors, begun with the first part of a genuine one; the status, and whether hs’s own rows follow. */
export const cursors: [
  title: string,
  parts: (order: string) => unknown[],
  status: 200 | 400,
  rows?: boolean,
][] = [
  ['of before all of test', (order) => [order, 'test', '0'], 200, false],
  ['of before every SIS', (order) => [order, '', '0'], 200, true],
  ['of another order', () => ['x', 'test', '1'], 400],
  ['of too few parts', (order) => [order, 'test'], 400],
  ['of too many parts', (order) => [order, 'test', '1', '1'], 400],
  ['of null', (order) => [order, null, null], 200, false],
  ['of an object', (order) => [order, { sis_key: 'test' }, '1'], 200, false],
  ['of SQL', (order) => [order, "hs' or true --", '1'], 200, false],
  ['of a malformed number', (order) => [order, 'hs', '1 or 1=1'], 400],
]

/** Unknown names, and the message about each, which reveals no existing name. */
export const unknown: [query: string, message: string][] = [
  ['{ sapeurs(sis_key: "test") { totalCount } }', 'Unknown argument "sis_key" on field "Query.sapeurs".'],
  [
    '{ sapeurs(filter: {sis_key: {equalTo: "test"}}) { totalCount } }',
    'Field "sis_key" is not defined by type "SapeurFilter".',
  ],
  [
    '{ sapeurs(condition: {sis_key: "test"}) { totalCount } }',
    'Unknown argument "condition" on field "Query.sapeurs".',
  ],
  [
    '{ sapeurs(orderBy: SIS_KEY_ASC) { totalCount } }',
    'Value "SIS_KEY_ASC" does not exist in "SapeurOrderBy" enum.',
  ],
  [
    '{ interventions(orderBy: SAPEUR_BY_SAPEUR_ID__NOM_ASC) { totalCount } }',
    'Value "SAPEUR_BY_SAPEUR_ID__NOM_ASC" does not exist in "InterventionOrderBy" enum.',
  ],
  ['{ sapeurs { nodes { sis_key } } }', 'Cannot query field "sis_key" on type "Sapeur".'],
  ['{ sapeurs(last: 1) { totalCount } }', 'Unknown argument "last" on field "Query.sapeurs".'],
  ['{ sapeurs(offset: 1) { totalCount } }', 'Unknown argument "offset" on field "Query.sapeurs".'],
  [
    '{ sapeurs(filter: {nom: {like: "%"}}) { totalCount } }',
    'Field "like" is not defined by type "StringFilter".',
  ],
  [
    '{ sapeurs(filter: {telephones: {some: {numero: {isNull: false}}}}) { totalCount } }',
    'Field "telephones" is not defined by type "SapeurFilter".',
  ],
  ['{ node(id: "WyJzYXBldXJzIiwxXQ==") { id } }', 'Cannot query field "node" on type "Query".'],
  ['{ query { __typename } }', 'Cannot query field "query" on type "Query".'],
  ['{ sapeurs { nodes { ... on Node { id } } } }', 'Unknown type "Node".'],
  [
    '{ sapeurs { nodes { ... on Grade { id } } } }',
    'Fragment cannot be spread here as objects of type "Sapeur" can never be of type "Grade".',
  ],
  ['{ messageries { totalCount } }', 'Cannot query field "messageries" on type "Query".'],
  ['{ users { totalCount } }', 'Cannot query field "users" on type "Query".'],
  ['{ journal { totalCount } }', 'Cannot query field "journal" on type "Query".'],
  ['{ stats_bilan(par: "mois") { nb } }', 'Cannot query field "stats_bilan" on type "Query".'],
  ['{ list_sapeurs }', 'Cannot query field "list_sapeurs" on type "Query".'],
  ['{ ... @defer { sapeurs { totalCount } } }', 'Unknown directive "@defer".'],
  ['{ sapeurz { totalCount } }', 'Cannot query field "sapeurz" on type "Query".'],
  [
    '{ __schema { types { name } } }',
    'GraphQL introspection has been disabled, but the requested query contained the field "__schema".',
  ],
  [
    '{ a: __type(name: "Messagerie") { name } }',
    'GraphQL introspection has been disabled, but the requested query contained the field "__type".',
  ],
  [
    '{ ...f } fragment f on Query { __type(name: "User") { name } }',
    'GraphQL introspection has been disabled, but the requested query contained the field "__type".',
  ],
  ['mutation { create_sapeur { id } }', 'GraphQL ne sert ici qu’à lire (query).'],
]
