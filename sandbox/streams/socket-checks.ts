/** What the standard asks of the arguments of a WebSocket. */

const schemes: Readonly<Record<string, string>> = { "http:": "ws:", "https:": "wss:" };

/**
 * The address of a socket as the standard writes it.
 * @throws DOMException with the name SyntaxError for an address that is none.
 */
export function socketUrl(url: string | URL, protocols: readonly string[]): string {
  const parsed = URL.parse(String(url));
  if (parsed === null || parsed.hash !== "") throw syntaxError("The address is none of a socket.");
  parsed.protocol = schemes[parsed.protocol] ?? parsed.protocol;
  if (!/^wss?:$/.test(parsed.protocol)) throw syntaxError("The address must begin with ws or wss.");
  if (new Set(protocols).size < protocols.length) throw syntaxError("A protocol comes twice.");
  return parsed.href;
}

/**
 * Whether a socket may be closed with this code and reason.
 * @throws DOMException with the name InvalidAccessError or SyntaxError when it may not.
 */
export function checkClose(code: number | undefined, reason: string): void {
  if (code !== undefined && code !== 1000 && !(code >= 3000 && code <= 4999)) {
    throw new DOMException("The code must be 1000 or from 3000 to 4999.", "InvalidAccessError");
  }
  if (new TextEncoder().encode(reason).byteLength > 123) {
    throw syntaxError("The reason is longer than 123 bytes.");
  }
}

function syntaxError(text: string): DOMException {
  return new DOMException(text, "SyntaxError");
}
