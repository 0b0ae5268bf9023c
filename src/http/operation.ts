/** One door: an operation of an OpenAPI document, and what it takes to pass. */
export interface Operation {
  id: string
  method: 'get' | 'put' | 'post' | 'delete' | 'patch'
  path: string
  /** Null: public. Else any one of these permissions is needed; empty: any right in the request's SIS, or any account. */
  permissions: string[] | null
  /** Whether it concerns the SIS of the header Sis-Key. */
  needsSis: boolean
  /** Whether an administrator may ask it without a SIS. */
  adminWithoutSis: boolean
  /** Whether it may be asked without a token too (`{}` among the alternatives). */
  anonymous: boolean
  parameters: Parameter[]
  hasBody: boolean
  successStatus: number
  notFound: string
  invalidStatus: number
  sort: string[] | null
  sliced: boolean
  /** Whether it reads, and answers JSON. */
  readsJson: boolean
  keptBy: 'caches' | 'client' | 'nobody'
  /** From which groups of resources its answer is made, whose state tells whether that is still the same; null: it is built to be compared. */
  groups: string[] | null
  /** What it changes, and what it answers. */
  records: Records
  needsSapeur: boolean
  tolerant: boolean
  whole: boolean
}

/** A parameter of an operation. */
export interface Parameter {
  name: string
  in: 'path' | 'query' | 'header'
  /** Read by the handler, not passed to the function. */
  'x-handler': boolean
}

/** A record that an operation changes or answers: its table, and where its id is found. */
export interface RecordOf {
  table: string
  /** A parameter of the path; `sis`: the request's SIS has it once; `answer`: it is new, and its answer tells. */
  id: { path: string } | { answer: string[] } | 'sis'
}

/** What an operation changes, and If-Match is about; what it answers, and ETag is about. */
export interface Records {
  changed: RecordOf | null
  answered: RecordOf | null
}
