import { hash } from "node:crypto";
import { posix } from "node:path";

import { displayPath, type SpecFile, type SpecLocation } from "../contract/documents/spec-files.ts";
import type { Claimed, GeneratedFile } from "./emitter.ts";

/** Path of the manifest in the output. */
export const manifestPath = "manifest.json";

/** SHA-256 hashes of everything that a run reads and writes. */
export interface Manifest {
  /** Hash of the generator, see `hashGenerator`. */
  readonly generator: string;
  readonly spec: Readonly<Record<string, string>>;
  readonly files: Readonly<Record<string, ManifestEntry>>;
}

/** One generated file: its hash, its emitter, and its spec files. */
export interface ManifestEntry {
  readonly sha256: string;
  readonly emitter: string;
  readonly sources: readonly string[];
}

/** The manifest as an output file. */
export function manifestFile(
  input: {
    readonly location: SpecLocation;
    readonly spec: readonly SpecFile[];
    readonly generator: string;
  },
  files: readonly Claimed<GeneratedFile>[],
): GeneratedFile {
  const manifest: Manifest = {
    generator: input.generator,
    spec: specHashes(input.location, input.spec),
    files: Object.fromEntries(
      files.map(({ path, text, emitter: { name, sources } }) => [
        path,
        { sha256: sha256(text), emitter: name, sources },
      ]),
    ),
  };
  return { path: manifestPath, text: `${JSON.stringify(manifest, null, 2)}\n` };
}

/** Hashes of the spec's files by displayed path. */
export function specHashes(
  location: SpecLocation,
  spec: readonly SpecFile[],
): Readonly<Record<string, string>> {
  return Object.fromEntries(
    spec.map(({ path, text }) => [displayPath(location, path), sha256(text)]),
  );
}

/** Parses a manifest; nothing for other text. */
export function readManifest(text: string | undefined): Manifest | undefined {
  try {
    const manifest = JSON.parse(text ?? "") as Partial<Manifest>;
    const { generator = "", spec, files } = manifest;
    return spec === undefined || files === undefined ? undefined : { generator, spec, files };
  } catch {
    return undefined;
  }
}

/** Whether spec, generator and every generated file on disk match the manifest. */
export function isFresh(
  manifest: Manifest | undefined,
  now: {
    readonly generator: string;
    readonly spec: Readonly<Record<string, string>>;
    readonly outputs: ReadonlyMap<string, string>;
  },
): boolean {
  if (manifest?.generator !== now.generator) return false;
  if (changedKeys(manifest.spec, now.spec).length > 0) return false;
  const written = Object.entries(manifest.files);
  // The manifest does not list itself.
  if (now.outputs.size !== written.length + 1) return false;
  return written.every(([path, entry]) => {
    const text = now.outputs.get(path);
    return text !== undefined && sha256(text) === entry.sha256;
  });
}

/** The keys with different values, sorted. */
export function changedKeys(
  before: Readonly<Record<string, string>>,
  after: Readonly<Record<string, string>>,
): readonly string[] {
  const paths = new Set([...Object.keys(before), ...Object.keys(after)]);
  return [...paths].filter((path) => before[path] !== after[path]).sort();
}

/** The changed spec files behind a generated file; all if its sources match none. */
export function causes(
  entry: ManifestEntry | undefined,
  changed: readonly string[],
  specFolder: string,
): readonly string[] {
  const own = changed.filter((path) => {
    const named = path.startsWith(`${specFolder}/`) ? `spec${path.slice(specFolder.length)}` : path;
    return entry?.sources.some((pattern) => posix.matchesGlob(named, pattern)) ?? false;
  });
  return own.length > 0 ? own : changed;
}

/** SHA-256 of UTF-8 text, in hexadecimal. */
export function sha256(text: string): string {
  return hash("sha256", text);
}
