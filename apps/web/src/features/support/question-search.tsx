import { containsWords } from "@nexby/domain/search/suggestions";
import { useState } from "react";
import magnifyingGlass from "../../../../../assets/web/magnifying-glass.webp";
import { FaqList, QUESTIONS } from "../../components/product/faq.tsx";
import { Button } from "../../components/ui/button.tsx";
import { FilterField } from "../../components/ui/filter-field.tsx";
import { MessageCard } from "../../components/ui/message-card.tsx";

export function QuestionSearch() {
  const [text, setText] = useState("");
  const found = QUESTIONS.filter(({ question, answer }) => containsWords(`${question} ${answer}`, text));

  return (
    <section aria-labelledby="questions">
      <h2 id="questions" className="mb-4 display-type text-xl">
        Frequently asked questions
      </h2>
      <FilterField label="Search questions" placeholder="Deposit, cancel, verify..." value={text} onChange={setText} />
      <p role="status" className="mt-2 mb-3 text-muted text-sm tabular-nums">
        {found.length === 1 ? "1 answer" : `${found.length} answers`}
      </p>
      {found.length > 0 ? (
        <FaqList questions={found} name="questions" />
      ) : (
        <MessageCard
          picture={<img src={magnifyingGlass} alt="" width={96} height={96} />}
          text="No questions match. Send us a message instead."
        >
          <Button look="outline" onClick={() => setText("")}>
            Clear search
          </Button>
        </MessageCard>
      )}
    </section>
  );
}
