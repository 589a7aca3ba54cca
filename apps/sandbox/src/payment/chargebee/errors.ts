/** An error as the API answers it. */
export class ApiError extends Error {
  override name = 'ApiError'
  readonly status: number
  readonly type: 'payment' | 'invalid_request' | 'operation_failed' | undefined
  readonly code: string
  readonly param: string | undefined
  readonly cause_id: string | undefined

  constructor(
    status: number,
    code: string,
    message: string,
    more: { type?: ApiError['type']; param?: string; causeId?: string } = {},
  ) {
    super(message)
    this.status = status
    this.code = code
    this.type = more.type
    this.param = more.param
    this.cause_id = more.causeId
  }

  /** `error_code` and `error_msg` are what clients before version 2 read. */
  body(): Record<string, unknown> {
    return {
      message: this.message,
      ...(this.type && { type: this.type }),
      api_error_code: this.code,
      ...(this.param && { param: this.param, error_param: this.param }),
      ...(this.cause_id && { error_cause_id: this.cause_id }),
      error_code: this.code,
      error_msg: this.message,
      http_status_code: this.status,
    }
  }
}

export const notFound = (id: string, param?: string): ApiError =>
  new ApiError(404, 'resource_not_found', `${id} not found`, { type: 'invalid_request', param })

export const wrongValue = (param: string, message: string): ApiError =>
  new ApiError(400, 'param_wrong_value', `${param} : ${message}`, { type: 'invalid_request', param })

export const duplicate = (id: string, param = 'id'): ApiError =>
  new ApiError(400, 'duplicate_entry', `${param} : The value ${id} is already present.`, {
    type: 'invalid_request',
    param,
  })

export const invalidState = (message: string): ApiError =>
  new ApiError(400, 'invalid_state_for_request', message, { type: 'invalid_request' })

export const invalidRequest = (message: string): ApiError =>
  new ApiError(400, 'invalid_request', message, { type: 'invalid_request' })

export const paymentFailed = (code: string, message: string, causeId?: string): ApiError =>
  new ApiError(400, code, message, { type: 'payment', causeId })
