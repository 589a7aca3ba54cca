/** HTTP requests to addresses chosen by a user, a business or another service: callbacks, files by URL, discovery documents. */
export interface OutgoingRequests {
  /** Why a URL would be refused, judged by its text; null if it may be called. For URLs that are stored and called later. */
  refusalOf(url: string): UrlRefusal | null
  /** Reads the whole response into memory. Throws OutgoingRequestFailed. */
  fetch(url: string, options?: OutgoingOptions): Promise<OutgoingResponse>
  /** The same with a streamed body, for large files. The connection is closed when `use` is done. */
  stream<T>(
    url: string,
    options: OutgoingOptions,
    use: (response: StreamedResponse) => Promise<T>,
  ): Promise<T>
}

export interface OutgoingOptions {
  /** Default: GET. */
  readonly method?: 'GET' | 'POST' | undefined
  /** Names in lower case. Host, Content-Length, Connection and Accept-Encoding are set by the adapter. */
  readonly headers?: Readonly<Record<string, string>> | undefined
  readonly body?: string | Uint8Array | undefined
  /** Limit of the decompressed body. Default: 1 MiB. */
  readonly maxBytes?: number | undefined
  /** For everything, from queueing for a connection to the last byte of the body, redirects included. Default: 20 s. */
  readonly timeoutMs?: number | undefined
  /** How many redirects are followed. Default: none, and a redirect is returned like any other response. */
  readonly redirects?: number | undefined
  /** Requests of one queue wait for each other's connections to a host, not for those of another. Default: one for all others. */
  readonly queue?: 'callbacks' | 'files' | undefined
  /** Cancels the request. */
  readonly signal?: AbortSignal | undefined
}

interface ResponseHead {
  readonly status: number
  /** Names in lower case; repeated headers as Node joins them. */
  readonly headers: Readonly<Record<string, string>>
  /** The URL that answered, after redirects. */
  readonly url: string
}

export interface OutgoingResponse extends ResponseHead {
  readonly body: Buffer
}

export interface StreamedResponse extends ResponseHead {
  /** Can be read once. Throws OutgoingRequestFailed if it breaks off or is too large. */
  readonly content: AsyncIterable<Uint8Array>
}

/** What is wrong with a URL. */
export type UrlRefusal = 'malformed' | 'not_https' | 'credentials' | 'port_refused' | 'host_refused'

/**
 * `address_refused`: the name resolves to an address that isn't public. `unreachable`: no such name, or no connection.
 * `invalid_response`: not HTTP, an unknown encoding, or cut off.
 */
export type OutgoingFailure =
  | UrlRefusal
  | 'address_refused'
  | 'unreachable'
  | 'timed_out'
  | 'aborted'
  | 'too_large'
  | 'invalid_response'
  | 'too_many_redirects'

/** For the person who entered the URL. Says nothing about our network. */
const messages: Readonly<Record<OutgoingFailure, string>> = {
  malformed: 'The URL is malformed.',
  not_https: 'The URL must begin with https://.',
  credentials: 'The URL must not contain a user name or password.',
  port_refused:
    'The port of the URL is not allowed. Use 443, or one from 1024 that is not known for another service.',
  host_refused: 'The host of the URL is not a public one.',
  address_refused: 'The host of the URL does not resolve to public addresses only.',
  unreachable: 'The host could not be reached.',
  timed_out: 'There was no complete response in time.',
  aborted: 'The request was cancelled.',
  too_large: 'The response is too large.',
  invalid_response: 'The response could not be read.',
  too_many_redirects: 'There were too many redirects.',
}

export class OutgoingRequestFailed extends Error {
  override readonly name = 'OutgoingRequestFailed'
  readonly reason: OutgoingFailure

  constructor(reason: OutgoingFailure, options?: ErrorOptions) {
    super(messages[reason], options)
    this.reason = reason
  }
}

/** Whether the same request may succeed later. */
export const isOutage = ({ reason }: OutgoingRequestFailed): boolean =>
  ['unreachable', 'timed_out', 'aborted', 'invalid_response'].includes(reason)
