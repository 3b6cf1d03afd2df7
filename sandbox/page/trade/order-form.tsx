/** The order form: its fields follow the order type by the contract's rules. */

import { useId, useState } from "preact/hooks";

import { orderTypeRules } from "../../../generated/order-rules.ts";
import { orderTypes, sides } from "../../../generated/types.ts";
import {
  chosenOf,
  type Draft,
  type DraftField,
  type DraftIssue,
  type DraftOrder,
  fieldsOf,
  issuesOf,
  orderOf,
} from "../live/draft.ts";
import type { Instrument } from "../live/instrument.ts";
import { Choice } from "../parts/choice.tsx";
import { label } from "../parts/format.ts";
import { Select } from "../parts/select.tsx";
import { Spending } from "./spending.tsx";
import type { Ticket } from "./view.ts";

interface OrderFormProps extends Ticket {
  readonly onDraft: (draft: Draft) => void;
  readonly isPlacing: boolean;
  /** Why nothing can be sent now. */
  readonly refusal: string | undefined;
  readonly onPlace: (order: DraftOrder) => Promise<boolean>;
}

export function OrderForm(props: OrderFormProps) {
  const { instrument, draft, onDraft, filters, context, isPlacing, refusal, onPlace } = props;
  const [isTried, setIsTried] = useState(false);
  const [advice, setAdvice] = useState("");
  const order = orderOf(draft, instrument.symbol);
  const issues = issuesOf(order, filters, context);
  const shown = issues.filter(({ isMissing }) => isTried || !isMissing);
  const canFit = filters !== undefined && shown.some(({ isMissing }) => !isMissing);
  const change = (next: Partial<Draft>): void => {
    setAdvice("");
    onDraft({ ...draft, ...next });
  };
  const submit = async (): Promise<void> => {
    setIsTried(true);
    if (issues.some(({ isAssumed }) => !isAssumed)) return;
    if (await onPlace(order)) setIsTried(false);
  };
  const fit = (): void => {
    const result = filters?.fitOrder(order, context);
    if (result?.kind !== "fitted") return setAdvice(result?.why ?? "");
    const texts = { ...draft.texts };
    for (const { field, to } of result.changes) texts[field] = to;
    onDraft({ ...draft, texts });
    const changes = result.changes.map(({ field, from, to }) => `${label(field)} ${from} is ${to}`);
    setAdvice(changes.length === 0 ? "No change needed." : `${changes.join(", ")} now.`);
  };
  return (
    <form
      class="order"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
    >
      <SideAndType {...{ instrument, draft }} onChange={change} />
      <Fields {...{ instrument, draft, shown }} onChange={change} />
      <Spending {...props} onChange={change} />
      <Issues issues={shown.filter(({ field }) => field === "")} />
      {canFit && (
        <button type="button" class="fit" onClick={fit}>
          Make it fit
        </button>
      )}
      <p class="hint" role="status">
        {advice}
      </p>
      <button
        type="submit"
        class={`send ${draft.side.toLowerCase()}`}
        aria-disabled={isPlacing || refusal !== undefined}
      >
        {isPlacing ? "Waiting for the exchange…" : `${label(draft.side)} ${instrument.base}`}
      </button>
      {refusal !== undefined && <p class="hint issue">{refusal}</p>}
    </form>
  );
}

interface PartProps extends Pick<Ticket, "instrument" | "draft"> {
  readonly onChange: (change: Partial<Draft>) => void;
}

function SideAndType({ instrument, draft, onChange }: PartProps) {
  return (
    <>
      <Choice
        class={`sides ${draft.side.toLowerCase()}`}
        label="Side"
        values={sides.map((side) => [side, label(side)])}
        chosen={draft.side}
        onChoose={(side) => onChange({ side })}
      />
      <label class="field" for="order-type">
        <span>Type</span>
        <Select
          id="order-type"
          name="type"
          values={orderTypes}
          value={draft.type}
          textOf={label}
          isDisabled={(type) => !instrument.orderTypes.includes(type)}
          onChange={(type) => onChange({ type })}
        />
      </label>
      <p class="hint muted">{describeType(draft)}</p>
    </>
  );
}

/** What a type does; for a stop order the direction that triggers it. */
function describeType({ type, side }: Draft): string {
  const rules = orderTypeRules[type];
  const trigger = "triggersWhenPrice" in rules ? rules.triggersWhenPrice[side] : undefined;
  const when = trigger === undefined ? "" : ` Triggered when the price ${trigger} to the stop.`;
  return rules.description.split(". ")[0]?.replace(/\.?$/u, ".") + when;
}

function Fields({
  instrument,
  draft,
  shown,
  onChange,
}: PartProps & { readonly shown: readonly DraftIssue[] }) {
  const fields = fieldsOf(draft.type);
  const visible = fields.filter(({ use, group, name }) => {
    return use === "required" || (use === "choice" && chosenOf(draft, group) === name);
  });
  const optional = fields.filter(({ use }) => use === "optional");
  const filled = optional.filter(({ name }) => draft.texts[name]).length;
  const field = (one: DraftField) => (
    <Field
      key={one.name}
      {...{ field: one, instrument, draft, onChange }}
      issues={shown.filter(({ field: name }) => name === one.name)}
    />
  );
  return (
    <>
      {[...visible].sort((one, other) => placeOf(one) - placeOf(other)).map(field)}
      {optional.length > 0 && (
        <details>
          <summary>More fields{filled > 0 && ` (${filled} filled in)`}</summary>
          {optional.map(field)}
        </details>
      )}
    </>
  );
}

/** Prices before amounts, like on the order tickets of all exchanges. */
const first = ["stopPrice", "price", "quantity", "quoteOrderQty", "timeInForce"];

function placeOf({ name }: DraftField): number {
  const place = first.indexOf(name);
  return place === -1 ? first.length : place;
}

interface FieldProps extends PartProps {
  readonly field: DraftField;
  readonly issues: readonly DraftIssue[];
}

function Field({ field, instrument, draft, issues, onChange }: FieldProps) {
  const { name, parameter } = field;
  const id = useId();
  const text = draft.texts[name] ?? "";
  const change = (value: string): void => onChange({ texts: { ...draft.texts, [name]: value } });
  const given = {
    id,
    name,
    value: text,
    "aria-invalid": issues.some(({ isAssumed }) => !isAssumed),
    "aria-describedby": issues.length > 0 ? `${id}-issues` : undefined,
    "aria-required": field.use !== "optional",
  };
  return (
    <div class="field">
      <label for={id}>{label(name)}</label>
      <span class="entry">
        {parameter.kind === "choice" ? (
          <Select
            {...given}
            values={["", ...(parameter.choices ?? [])]}
            textOf={(choice) => choice || "choose one"}
            onChange={change}
          />
        ) : (
          <input
            {...given}
            inputMode={parameter.kind === "decimal" ? "decimal" : "text"}
            autocomplete="off"
            spellcheck={false}
            onInput={({ currentTarget }) => change(currentTarget.value)}
          />
        )}
        <Unit {...{ field, instrument, draft, onChange }} />
      </span>
      {issues.length > 0 && (
        <div id={`${id}-issues`}>
          <Issues issues={issues} />
        </div>
      )}
    </div>
  );
}

/** The unit of a field, or a select where several fields can give the amount. */
function Unit({ field: { name, group }, instrument, draft, onChange }: Omit<FieldProps, "issues">) {
  const unit = unitOf(name, instrument);
  if (group.length === 0) return unit && <span class="unit muted">{unit}</span>;
  return (
    <Select
      aria-label="Unit of the amount"
      values={group}
      value={name}
      textOf={(one) => unitOf(one, instrument)}
      onChange={(value) => onChange({ chosen: { ...draft.chosen, [group.join()]: value } })}
    />
  );
}

/** Issues of a field or of the whole order. */
export function Issues({ issues }: Pick<FieldProps, "issues">) {
  return (
    <>
      {issues.map(({ message, isAssumed }) => (
        <p key={message} class={isAssumed ? "hint warn" : "hint issue"}>
          {message}
          {isAssumed && " This rule is assumed, so the order can be sent."}
        </p>
      ))}
    </>
  );
}

function unitOf(name: string, { base, quote }: Instrument): string {
  if (["quantity", "icebergQty"].includes(name)) return base;
  return ["price", "stopPrice", "quoteOrderQty"].includes(name) ? quote : "";
}
