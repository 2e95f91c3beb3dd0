import { type ReactNode, type Ref, useId } from "react";

type Column<Row> = { title: string; cell: (row: Row) => ReactNode; isNumber?: boolean };

type Props<Row> = {
  caption: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  keyOf: (row: Row) => string;
  /** Shown below the column headings when there are no rows. */
  empty?: ReactNode;
  bodyRef?: Ref<HTMLTableSectionElement>;
};

/** Scrolls sideways by itself when space is short, also by keyboard, so that the page does not. */
export function Table<Row>({ caption, columns, rows, keyOf, empty, bodyRef }: Props<Row>) {
  const id = useId();
  return (
    <div className="overflow-hidden rounded-card border border-line bg-surface">
      <section
        aria-labelledby={id}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by the keyboard
        tabIndex={0}
        className="overflow-x-auto -outline-offset-2"
      >
        <table className="w-full min-w-max border-collapse text-left">
          <caption id={id} className="sr-only">
            {caption}
          </caption>
          <thead className="border-line border-b bg-subtle text-muted text-sm">
            <tr>
              {columns.map(({ title, isNumber }) => (
                <th
                  key={title}
                  scope="col"
                  className={`h-12 whitespace-nowrap px-4 font-semibold ${isNumber ? "text-right" : ""}`}
                >
                  {title}
                </th>
              ))}
            </tr>
          </thead>
          <tbody ref={bodyRef}>
            {rows.map((row) => (
              <tr key={keyOf(row)} className="border-line border-b last:border-b-0">
                {columns.map(({ title, cell, isNumber }) => (
                  <td key={title} className={`px-4 py-3 ${isNumber ? "text-right tabular-nums" : ""}`}>
                    {cell(row)}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      {rows.length === 0 && empty}
    </div>
  );
}
