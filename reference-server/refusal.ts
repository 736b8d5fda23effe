/** The error by which any part of the server ends a request. */
export class Refusal extends Error {
  override name = 'Refusal';
  /** Status of the answer; below 300 for the answer to OPTIONS, which has no body. */
  readonly status: number;
  /** Headers of the answer besides those of its body. */
  readonly headers: Record<string, string>;

  constructor(status: number, message: string, headers: Record<string, string> = {}) {
    super(message);
    this.status = status;
    this.headers = headers;
  }
}
