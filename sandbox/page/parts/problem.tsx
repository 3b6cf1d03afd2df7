/** An error message, announced when it appears; nothing for an empty text. */
export function Problem({ text, id }: { readonly text: string; readonly id?: string }) {
  if (text === "") return null;
  return (
    <p id={id} class="sell" role="alert">
      {text}
    </p>
  );
}
