/** Text for elements and attributes of XML, with a space for each character that XML forbids. */
export function xmlText(text: string): string {
  const codes: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", '"': "&quot;" };
  return text
    .replace(/[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu, " ")
    .replace(/[&<>"]/g, (letter) => codes[letter] ?? "&gt;");
}
