import * as z from 'zod/mini'
import type { ErrorKey } from './errors.ts'
import type { ApiScope } from './values.ts'

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'

/**
 * Who may make a call. `user`: bearer token. `direct`: basic credentials made of the signer's secret user id and
 * the signature request's id. `token`: a short-lived `token` query parameter; with `direct-or-token` the basic
 * credentials do as well. `api-user`: the bearer token of an API user
 * whose key opens the call's `scope`; with `user-or-api-user` an account's token does as well. Each call has its policy
 * besides.
 */
export type Credential =
  | 'none'
  | 'user'
  | 'direct'
  | 'user-or-direct'
  | 'token'
  | 'direct-or-token'
  | 'api-user'
  | 'user-or-api-user'

/** An answer that is a file, not JSON. */
export interface Binary {
  readonly binary: readonly string[]
}

export function binary(...contentTypes: string[]): Binary {
  return { binary: contentTypes }
}

/** A body that is `multipart/form-data` with one part named `file`, or the JSON form of the same. */
export interface Upload<Json extends z.ZodMiniType> {
  readonly upload: Json
}

export interface Endpoint<
  Params extends z.ZodMiniType = z.ZodMiniType,
  Query extends z.ZodMiniType = z.ZodMiniType,
  Body extends z.ZodMiniType | Upload<z.ZodMiniType> = z.ZodMiniType | Upload<z.ZodMiniType>,
  Output extends z.ZodMiniType | Binary = z.ZodMiniType | Binary,
  By extends Credential = Credential,
> {
  /** The call's name in the OpenAPI document. */
  readonly name: string
  readonly method: Method
  /** With `{name}` for each path parameter. */
  readonly path: string
  readonly summary: string
  readonly credential: By
  /** What the key of an API user has to open, where an API user may make the call. */
  readonly scope?: ApiScope
  readonly params: Params
  readonly query: Query
  readonly body: Body
  readonly output: Output
  readonly status: number
  readonly errors: readonly ErrorKey[]
  /** The body carries whole files, or one picture, as base64 and may be as large as that takes. */
  readonly carriesFiles?: boolean | 'picture'
  /**
   * Where the body has whole files as base64, such as `documents.*.content`: the server reads them apart from the JSON. Of an
   * upload it is `content`.
   */
  readonly fileMembers?: readonly string[]
  /** The picture may come as multipart too: a part of any of these names stands for this field, in base64. */
  readonly picturePart?: { readonly field: string; readonly names: readonly [string, ...string[]] }
  /** The body may come as a form too, as simple clients send it. */
  readonly acceptsForm?: boolean
  /** Parts of the form that an upload may come as, the file first; the service takes `file` for it too. */
  readonly formParts?: readonly [file: string, ...texts: string[]]
  /** Programs call it without signing in: a misspelt query parameter is refused, as in all calls of API users. */
  readonly forPrograms?: boolean
  /**
   * Names that clients write as null (or as an empty list) in a body that doesn't have them, because they have one class for
   * what they send and get: they say nothing.
   */
  readonly nullNames?: ReadonlySet<string>
  /** A call of an account that it may make before the terms are accepted, and while its password is too weak. */
  readonly duringSetup?: boolean
  /** The browser keeps a cookie that the response sets, and sends it with the next such call. No other call has cookies. */
  readonly keepsCookie?: boolean
  /** Takes the access code of an anonymous-upload, in the header `X-Accesscode`. */
  readonly accessCode?: 'needed' | 'possible'
}

const Nothing = z.object({})
type Nothing = typeof Nothing

type Described = 'name' | 'method' | 'path' | 'summary' | 'credential'
type Given<E extends Endpoint> = Pick<E, Described> & Partial<Omit<E, Described>>

/** Describes one call. The api serves this object and the web app calls it: there is no second description. */
export function endpoint<
  Params extends z.ZodMiniType = Nothing,
  Query extends z.ZodMiniType = Nothing,
  Body extends z.ZodMiniType | Upload<z.ZodMiniType> = Nothing,
  Output extends z.ZodMiniType | Binary = Nothing,
  const By extends Credential = Credential,
>(given: Given<Endpoint<Params, Query, Body, Output, By>>): Endpoint<Params, Query, Body, Output, By> {
  const empty = { params: Nothing, query: Nothing, body: Nothing, output: Nothing, status: 200, errors: [] }
  return { ...empty, ...given } as unknown as Endpoint<Params, Query, Body, Output, By>
}

/** What a caller passes: parts that a call doesn't have are left out. */
export type InputOf<E extends Endpoint> = Part<'params', z.input<E['params']>> &
  Part<'query', z.input<E['query']>> &
  Part<'body', BodyOf<E>>

export type BodyOf<E extends Endpoint> =
  E['body'] extends Upload<infer Json>
    ? z.input<Json>
    : E['body'] extends z.ZodMiniType
      ? z.input<E['body']>
      : never

export type OutputOf<E extends Endpoint> = E['output'] extends z.ZodMiniType ? z.output<E['output']> : Blob

type Part<Name extends string, Value> = keyof Value extends never
  ? { readonly [K in Name]?: undefined }
  : Record<string, never> extends Value
    ? { readonly [K in Name]?: Value }
    : { readonly [K in Name]: Value }

export function isBinary(output: z.ZodMiniType | Binary): output is Binary {
  return 'binary' in output
}

export function isUpload(body: z.ZodMiniType | Upload<z.ZodMiniType>): body is Upload<z.ZodMiniType> {
  return 'upload' in body
}
