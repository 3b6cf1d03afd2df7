import type { ComponentChildren } from "preact";

interface ValueTableProps {
  readonly caption?: string;
  readonly head?: readonly string[];
  /** A name and its cells; text cells are shown as code. */
  readonly rows: readonly (readonly [name: string, ...cells: readonly ComponentChildren[]])[];
}

/** A table of names and values; nothing without rows. */
export function ValueTable({ caption, head, rows }: ValueTableProps) {
  if (rows.length === 0) return null;
  return (
    <table>
      {caption && <caption>{caption}</caption>}
      {head && (
        <thead>
          <tr>
            {head.map((title) => (
              <th key={title} scope="col">
                {title}
              </th>
            ))}
          </tr>
        </thead>
      )}
      <tbody>
        {rows.map(([name, ...cells], index) => (
          <tr key={index}>
            <th scope="row">{name}</th>
            {cells.map((cell, column) => (
              <td key={column} class={typeof cell === "string" ? "value" : undefined}>
                {cell}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
