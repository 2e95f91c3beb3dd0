import { useState } from "react";
import { Avatar } from "../../../components/ui/avatar.tsx";
import { Badge } from "../../../components/ui/badge.tsx";
import { Photo } from "../../../components/ui/photo.tsx";
import { Table } from "../../../components/ui/table.tsx";
import { Tabs } from "../../../components/ui/tabs.tsx";

const LOOKS = ["good", "waiting", "bad", "plain"] as const;
const ROWS = [
  { item: "Tent", rate: "$18" },
  { item: "Cordless drill", rate: "$9.50" },
];
const COLUMNS = [
  { title: "Item", cell: ({ item }: (typeof ROWS)[number]) => item },
  { title: "Per day", cell: ({ rate }: (typeof ROWS)[number]) => rate, isNumber: true },
];
const PERSON = { firstName: "Maya", lastName: "Rivera", profileImageUrl: null };

export function ListSamples({ appearance }: { appearance: string }) {
  const [tab, setTab] = useState<"one" | "two" | "three">("one");
  return (
    <>
      <div className="flex flex-wrap items-center gap-3">
        {LOOKS.map((look) => (
          <Badge key={look} look={look}>
            {look}
          </Badge>
        ))}
        <Avatar person={PERSON} size="small" />
        <Avatar person={PERSON} />
      </div>
      <Tabs
        label={`Tabs, ${appearance}`}
        selected={tab}
        onSelect={setTab}
        tabs={[
          { name: "one", label: "First", panel: <p>What belongs to the first.</p> },
          { name: "two", label: "Second", panel: <p>What belongs to the second.</p> },
          { name: "three", label: "Third", panel: <p>What belongs to the third.</p> },
        ]}
      />
      <Table caption={`Table, ${appearance}`} columns={COLUMNS} rows={ROWS} keyOf={({ item }) => item} />
      <Photo
        src={undefined}
        alt=""
        width={400}
        height={267}
        errorLabel="Image unavailable"
        className="aspect-3/2 w-64 max-w-full rounded-card"
      />
    </>
  );
}
