/** An operation of an OpenAPI document, and who may use it. */
export interface Operation {
  id: string
  method: 'get' | 'put' | 'post' | 'delete' | 'patch'
  path: string
  /**
   * Null: public. Empty: any right in the request's SIS, or any account. Otherwise one of these permissions is
   * needed.
   */
  permissions: string[] | null
  /** Whether it concerns the SIS of the header Sis-Key. */
  needsSis: boolean
  /** Whether an administrator may use it without a SIS. */
  adminWithoutSis: boolean
  /** Whether a token is optional (`{}` among the alternatives). */
  anonymous: boolean
  parameters: Parameter[]
  hasBody: boolean
  /** Whether it changes something, and so takes an Idempotency-Key. */
  writes: boolean
  /** The most bytes of its JSON body; 0 for an operation that takes none. */
  bodyLimit: number
  successStatus: number
  notFound: string
  invalidStatus: number
  sort: string[] | null
  sliced: boolean
  /** Whether it is a GET that answers JSON. */
  readsJson: boolean
  keptBy: 'caches' | 'client' | 'nobody'
  /** Groups of resources that its answer is made from. Null: only a new answer can tell whether it has changed. */
  groups: string[] | null
  /** The records that it changes and answers. */
  records: Records
  needsSapeur: boolean
  tolerant: boolean
  whole: boolean
  /** Whether a standby may answer it: it shows figures or makes a document, and decides no write. */
  onStandby: boolean
}

/** A parameter of an operation. */
interface Parameter {
  name: string
  in: 'path' | 'query' | 'header'
  /** Read by the handler, not passed to the function. */
  'x-handler': boolean
}

/** A record that an operation changes or answers: its table, and where to find its id. */
export interface RecordOf {
  table: string
  /** In a path parameter, or in the answer for a new record. `sis`: each SIS has exactly one. */
  id: { path: string } | { answer: string[] } | 'sis'
}

/** The record that an operation changes (for If-Match) and the record that it answers (for ETag). */
export interface Records {
  changed: RecordOf | null
  answered: RecordOf | null
}
