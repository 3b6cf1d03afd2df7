/** The public API as Markdown: a page for each subpath, with the declaration of every export. */

import { type ExportedDeclarations, Node, type SourceFile, SyntaxKind } from "ts-morph";

/** What a program can import from: its name, such as `tradespec/core`, and its declarations. */
export interface Subpath {
  readonly name: string;
  readonly declarations: SourceFile;
}

/** One page per subpath. A name that several export is declared on the page of the first. */
export function apiPages(subpaths: readonly Subpath[]) {
  const pageOf = new Map<Node, string>();
  /** What some subpath exports, and the base types so far. */
  const known = new Set<Node | undefined>(
    subpaths.flatMap(({ declarations }) => {
      return [...declarations.getExportedDeclarations().values()].map(([first]) => first);
    }),
  );
  return subpaths.map(({ name, declarations }) => {
    const file = `${name.split("/").at(-1)}.md`;
    const exported = [...declarations.getExportedDeclarations()].sort(byName);
    const own: Entry[] = [];
    const others: string[] = [];
    for (const [exportName, nodes] of exported) {
      const [first] = nodes;
      if (first === undefined) continue;
      const page = pageOf.get(first);
      if (page === undefined) own.push({ name: exportName, nodes });
      else others.push(`[\`${exportName}\`](${page}#${exportName.toLowerCase()})`);
      pageOf.set(first, page ?? file);
    }
    const sections = headings.flatMap(([heading, isOfKind]) => {
      const entries = own.filter(({ nodes }) => nodes.some(isOfKind));
      return entries.length === 0 ? [] : [`## ${heading}`, ...entries.flatMap(entrySections)];
    });
    const bases = basesOf(own.flatMap(({ nodes }) => nodes)).filter(({ nodes: [first] }) => {
      const isNew = first !== undefined && !known.has(first);
      if (isNew) known.add(first);
      return isNew;
    });
    if (bases.length > 0) sections.push("## Base types", "Programs cannot import them.");
    sections.push(...bases.flatMap(entrySections));
    const also = others.length === 0 ? [] : [`Also exports\n${others.join(",\n")}.`];
    return { file, text: `${[`# ${name}`, ...also, ...sections].join("\n\n")}\n` };
  });
}

/** The types of the package that others extend, or are another name of; and theirs. */
function basesOf(nodes: readonly Node[]): readonly Entry[] {
  const found = new Map<string, Entry>();
  const add = (node: Node): void => {
    for (const identifier of baseNames(node)) {
      const [name, symbol] = [identifier.getText(), identifier.getSymbol()];
      const declared = (symbol?.getAliasedSymbol() ?? symbol)?.getDeclarations() ?? [];
      const [first] = declared;
      const isOwn = Node.isInterfaceDeclaration(first) || Node.isTypeAliasDeclaration(first);
      if (!isOwn || found.has(name) || first.getSourceFile().isInNodeModules()) continue;
      found.set(name, { name, nodes: declared as ExportedDeclarations[] });
      add(first);
    }
  };
  for (const node of nodes) add(node);
  return [...found].sort(byName).map(([, entry]) => entry);
}

/** The names of types that a declaration extends, or is another name of. */
function baseNames(node: Node): readonly Node[] {
  if (Node.isInterfaceDeclaration(node)) {
    return node.getExtends().flatMap((base) => base.getDescendantsOfKind(SyntaxKind.Identifier));
  }
  const type = Node.isTypeAliasDeclaration(node) ? node.getTypeNode() : undefined;
  return Node.isTypeReference(type) ? [type.getTypeName()] : [];
}

interface Entry {
  readonly name: string;
  readonly nodes: readonly ExportedDeclarations[];
}

const headings: readonly (readonly [string, (node: Node) => boolean])[] = [
  ["Functions", Node.isFunctionDeclaration],
  ["Classes", Node.isClassDeclaration],
  ["Types", (node) => Node.isInterfaceDeclaration(node) || Node.isTypeAliasDeclaration(node)],
  ["Constants", Node.isVariableDeclaration],
];

function byName([one]: readonly [string, unknown], [other]: readonly [string, unknown]): number {
  return one < other ? -1 : 1;
}

/** The declaration of an export, and one section for each of its methods. */
function entrySections({ name, nodes }: Entry): readonly string[] {
  const methods: readonly Node[] = nodes.flatMap<Node>((node) =>
    Node.isInterfaceDeclaration(node) || Node.isClassDeclaration(node) ? node.getMethods() : [],
  );
  const text = nodes.map((node) => declarationText(node, methods)).join("\n");
  return [
    `### ${name}`,
    code(text),
    ...methods.flatMap((method) => [
      `#### ${method.getSymbolOrThrow().getName()}()`,
      // Its first line has no indentation, the others that of a member.
      code(method.getText({ includeJsDocComments: true }).replace(/^ {4}/gmu, "")),
    ]),
  ];
}

/** A declaration with its comments, without private members and without those in `apart`. */
function declarationText(node: Node, apart: readonly Node[]): string {
  const whole = Node.isVariableDeclaration(node) ? node.getVariableStatementOrThrow() : node;
  const hidden = whole.getDescendantsOfKind(SyntaxKind.PropertyDeclaration).filter((member) => {
    return member.getName().startsWith("#") || member.hasModifier(SyntaxKind.PrivateKeyword);
  });
  const cuts = [...hidden, ...apart].map((part) => [part, ""] as const);
  const values = isData(node) ? innerTypes(whole).map(shortened) : [];
  const start = startOf(whole);
  let text = whole.getText({ includeJsDocComments: true });
  // From the end, so that the places of the others stay as they are.
  const changes = [...cuts, ...values].sort(([one], [other]) => other.getStart() - one.getStart());
  for (const [part, words] of changes) {
    text = text.slice(0, startOf(part) - start) + words + text.slice(part.getEnd() - start);
  }
  return text.replace(/^export (?:declare )?/mu, "").replace(/(?:\n\s*)+\n/gu, "\n");
}

function startOf(node: Node): number {
  return node.getStart(true);
}

/** Values of constants and paths of the contract are facts, which `npm run diff` compares. */
function isData(node: Node): boolean {
  return (
    Node.isVariableDeclaration(node) || /schema\.d\.ts$/u.test(node.getSourceFile().getFilePath())
  );
}

/** The object and tuple types inside the outermost one. */
function innerTypes(node: Node): readonly Node[] {
  const isType = (one: Node): boolean => Node.isTypeLiteral(one) || Node.isTupleTypeNode(one);
  const depth = Node.isInterfaceDeclaration(node) ? 0 : 1;
  return node
    .getDescendants()
    .filter((one) => isType(one) && one.getAncestors().filter(isType).length === depth);
}

function shortened(type: Node): readonly [Node, string] {
  return [type, Node.isTupleTypeNode(type) ? "[ … ]" : "{ … }"];
}

/** A block of code, indented by two spaces a level as in the sources. */
function code(text: string): string {
  const narrow = text.replace(/^(?: {4})+/gmu, (blanks) => " ".repeat(blanks.length / 2));
  return ["```ts", narrow, "```"].join("\n");
}
