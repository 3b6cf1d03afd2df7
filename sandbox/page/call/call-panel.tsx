/** A generated form for any operation of the contract. */

import { useState } from "preact/hooks";

import { operations } from "../../../generated/operations.ts";
import type { PanelProps } from "../panel.ts";
import { Assumed } from "../parts/assumed.tsx";
import { useConfirmation } from "../parts/confirmation.tsx";
import { Json } from "../parts/json.tsx";
import { Problem } from "../parts/problem.tsx";
import { RequestSamples } from "../parts/samples.tsx";
import { type Caller, type CallResult, callOperation } from "./call.ts";
import { Field } from "./field.tsx";
import {
  type FormTexts,
  formOf,
  type OperationForm,
  operationIds,
  readForm,
  useByType,
} from "./form.ts";

export function CallPanel(props: PanelProps) {
  const { route } = props;
  const id = route.rest || (operationIds[0] ?? "");
  const form = formOf(id);
  const texts = Object.fromEntries(route.query);
  return (
    <div class="split">
      <OperationList chosen={id} />
      <section class="detail" aria-label="Call">
        {form === undefined ? (
          <p class="empty">The contract has no operation {id}.</p>
        ) : (
          <CallForm key={`${id} ${route.query}`} form={form} initial={texts} {...props} />
        )}
      </section>
    </div>
  );
}

function OperationList({ chosen }: { readonly chosen: string }) {
  return (
    <nav class="rows operations" aria-label="Operations">
      <ul>
        {Object.values(operations).map(({ id, method, path, signed }) => (
          <li key={id}>
            <a href={`#call/${id}`} aria-current={id === chosen}>
              <b>{id}</b>
              {signed && <span class="muted">signed</span>}
              <span class="muted path">
                {method} {path}
              </span>
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}

interface CallFormProps extends PanelProps {
  readonly form: OperationForm;
  readonly initial: FormTexts;
}

/** The end of a clause in a contract text: a reference to a file, which is no page here. */
const reference = /;? see spec\/[\w/.-]+\.yaml/u;

function Heading({ form: { operation, about } }: Pick<CallFormProps, "form">) {
  return (
    <>
      <header class="row">
        <h2>{operation.id}</h2>
        <span class="muted">
          {operation.method} {operation.path} · {about.security}{" "}
          {about.assumed !== undefined && <Assumed id={about.assumed} />}
        </span>
      </header>
      <p>{about.description.replace(reference, "")}</p>
    </>
  );
}

function CallForm({ form, initial, ...props }: CallFormProps) {
  const { operation, about } = form;
  const { id, parameters, placement } = operation;
  const [texts, setTexts] = useState(initial);
  const { result, isOpen, send } = useCall(props);
  const { pairs, values, issues } = readForm(operation, texts);
  const messages = (result?.issues ?? []).concat(result === undefined ? [] : issues);
  const known = new Set(parameters.map(({ name }) => name));
  const others = messages.filter(({ field }) => !known.has(field));
  const [ask, confirmation] = useConfirmation({
    question: `This places an order: ${pairs.map(([, value]) => value).join(" ")}.`,
    action: "Place it",
    dismiss: "Do not send",
    onConfirm: () => send(id, values, issues),
  });
  const submit = (event: Event): void => {
    event.preventDefault();
    if (issues.length === 0 && placement !== undefined) ask();
    else send(id, values, issues);
  };
  return (
    <>
      <Heading form={form} />
      <form class="fields" onSubmit={submit} noValidate>
        {parameters.length === 0 && <p class="muted">It takes no fields.</p>}
        {parameters.map((parameter) => {
          const { name } = parameter;
          return (
            <Field
              key={name}
              parameter={parameter}
              about={about.parameters[name]}
              use={useByType(operation, name, texts["type"])}
              text={texts[name] ?? ""}
              issue={messages.find(({ field }) => field === name)?.message}
              onChange={(text) => setTexts({ ...texts, [name]: text })}
            />
          );
        })}
        {others.map(({ message }) => (
          <Problem key={message} text={message} />
        ))}
        <div class="tools row">
          <button type="submit" class="primary" disabled={isOpen}>
            {isOpen ? "Waiting for the response" : operation.signed ? "Sign and send" : "Send"}
          </button>
          <span class="muted">as {props.account.account}</span>
        </div>
      </form>
      {result && <Result result={result} id={id} />}
      <h3>As code</h3>
      <RequestSamples request={{ operation, query: pairs }} />
      {confirmation}
    </>
  );
}

/** Sends one call at a time, and keeps the result of the last one. */
function useCall(caller: Caller) {
  const [result, setResult] = useState<CallResult>();
  const [isOpen, setIsOpen] = useState(false);
  const send = (id: string, values: object, issues: CallResult["issues"]): void => {
    if (isOpen) return;
    // The form shows its own issues.
    if (issues.length > 0) return setResult({ issues: [] });
    setIsOpen(true);
    void callOperation(caller, id, values).then((ended) => {
      setResult(ended);
      setIsOpen(false);
    });
  };
  return { result, isOpen, send };
}

function Result({ result, id }: { readonly result: CallResult; readonly id: string }) {
  const { error, text, issues } = result;
  if (issues.length > 0 || (error ?? text) === undefined) return null;
  return (
    <section class="result" aria-label="Response" aria-live="polite">
      <p>
        {error === undefined ? <b class="buy">accepted</b> : <span class="sell">{error}</span>}{" "}
        <a href={`#inspect/requests/latest-${id}`}>Show the whole request and response</a>
      </p>
      {text !== undefined && <Json text={text} />}
    </section>
  );
}
