import { useEffect, useState } from "preact/hooks";

/** How long the button shows that it has copied. */
const saidMs = 1500;

export function Copy({ text, label = "Copy" }: { readonly text: string; readonly label?: string }) {
  const [said, setSaid] = useState("");
  useEffect(() => {
    if (said === "") return;
    const timer = setTimeout(() => setSaid(""), saidMs);
    return () => clearTimeout(timer);
  }, [said]);
  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(text);
      setSaid("Copied");
    } catch {
      setSaid("Copy it by hand: the browser does not allow copying");
    }
  };
  return (
    <button type="button" aria-live="polite" onClick={() => void copy()}>
      {said === "" ? label : said}
    </button>
  );
}
