// Written by web/generate.py from the server's OpenAPI; not by hand.

export interface Accept {
  "edited"?: string | null;
}

export interface ActionDone {
  "taskId": string;
  "text": string;
  "workspaceId": string;
  "actionId"?: string;
  "noteId"?: string;
  "tags"?: Array<string>;
  "agent"?: string;
  "at"?: string | null;
}

export interface Add {
  "roomId": string;
  "hall": string;
  "content": string;
}

export interface Alive {
  "status": string;
  "version": string;
}

export interface Approval {
  "url": string;
}

export interface Backfill {
  "limit"?: number;
}

export interface Backlink {
  "slug": string;
  "title": string;
  "layer": "page" | "source";
  "line": string;
  "kind": string;
}

export interface Broken {
  "target": string;
  "wantedBy": Array<string>;
}

export interface Code {
  "code": string;
}

export interface Contradiction {
  "fact": Fact;
  "other": Fact;
  "since": string | null;
  "until": string | null;
}

export interface Contradictions {
  "contradictions": Array<Contradiction>;
}

export interface Conversation {
  "focus": string;
  "title": string;
  "conversation": string;
  "source": string;
  "sourceKind": string;
  "first": number;
  "total": number;
  "branches": Record<string, number>;
  "parts": Record<string, number>;
  "current": boolean;
  "turns": Array<TurnRead>;
}

export interface Corrected {
  "fact": Fact;
  "numbers": Array<number>;
}

export interface Create {
  "text": string;
  "title"?: string | null;
  "slug"?: string | null;
  "wingId"?: string | null;
  "link"?: boolean;
}

export interface Dated {
  "id": string;
  "text": string;
  "cut": boolean;
  "at": string | null;
  "speaker": string;
  "title": string;
  "roomId": string;
  "hall": string;
  "wingId": string;
}

export interface Decided {
  "number": number;
  "receipt": Done;
}

export interface Decision {
  "number": number;
  "at": string;
  "verdict": "accepted" | "edited" | "rejected";
  "proposal": string;
  "kind": "contradiction" | "stale" | "alias" | "link" | "merge" | "insight" | "page";
  "reason": string;
  "evidence": Array<string>;
}

export interface Decisions {
  "decisions": Array<Decision>;
}

export interface Deleted {
  "dryRun": boolean;
  "memories": number;
  "ids": Array<string>;
  "receipt"?: Done | null;
}

export interface Diaries {
  "diaries": Array<Diary>;
}

export interface Diary {
  "role": string;
  "entries": number;
  "newest": string | null;
}

export interface Diff {
  "old": number;
  "new": number;
  "diff": string;
}

export interface Done {
  "number": number;
  "verb": string;
  "at": string;
  "counts": Record<string, number>;
  "ids"?: Array<string>;
  "notes"?: Array<string>;
}

export interface Door {
  "a": Spot;
  "b": Spot;
  "strength": number;
  "reason": string;
  "number": number;
  "entities": Array<string>;
  "evidence": Array<string>;
}

export interface Doors {
  "doors": Array<Door>;
}

export interface Dot {
  "id": string;
  "kind": "entity" | "memory" | "page" | "source";
  "ref": string;
  "label": string;
  "at": string | null;
  "wingId": string;
}

export interface Dots {
  "dots": Array<Dot>;
}

export interface Duplicates {
  "duplicates": Array<Repeated>;
  "next"?: string | null;
}

export interface Edit {
  "text": string;
  "version": number;
  "link"?: boolean;
}

export interface End {
  "ended"?: string | null;
}

export interface Ended {
  "revoked": boolean;
}

export interface Entries {
  "entries": Array<Entry>;
  "next"?: string | null;
}

export interface Entry {
  "id": string;
  "role": string;
  "text": string;
  "at": string | null;
  "wingId": string;
  "hall": string;
}

export interface Episode {
  "id": string;
  "conversation": string;
  "kind": string;
  "title": string;
  "wings": Array<string>;
  "began": string | null;
  "ended": string | null;
  "turns": number;
  "parts": Record<string, number>;
  "speakers": Array<string>;
  "stepped": number;
  "failed": number;
  "gist": Array<Line>;
  "ids": Array<string>;
  "steps": Array<Step>;
}

export interface Episodes {
  "episodes": Array<Episode>;
  "next"?: string | null;
}

export interface Erasing {
  "dryRun": boolean;
  "counts": Record<string, number>;
  "left": Array<string>;
  "confirm"?: string | null;
}

export interface EventTaken {
  "action": string;
  "id": string;
  "wingId": string;
  "rooms": Array<string>;
  "extracted": boolean;
  "waiting": number;
}

export interface Evidence {
  "id": string;
  "text": string;
  "speaker": string;
  "at": string | null;
}

export interface Fact {
  "id": string;
  "subject": string;
  "predicate": string;
  "object": string;
  "validFrom": string | null;
  "validTo": string | null;
  "recordedAt": string | null;
  "retractedAt": string | null;
  "confidence": number;
  "by": string;
  "asserted": boolean;
  "cite": string;
  "current": boolean;
  "contested": string;
  "supersededBy": string;
  "wings": Array<string>;
}

export interface FactLine {
  "facts": Array<PlacedFact>;
  "total": number;
}

export interface Facts {
  "facts": Array<Fact>;
}

export interface Faded {
  "id": string;
  "wingId": string;
  "at": string | null;
  "age": number;
  "uses": number;
  "relevance": number;
}

export interface Found {
  "results": Array<HitOf>;
  "searched": number;
  "coverage": number;
  "flags": Array<string>;
}

export interface Given {
  "id": string;
  "wingId": string;
  "name": string;
  "role": "reader" | "writer" | "admin";
  "created": string | null;
  "expires": string | null;
  "state": "waiting" | "accepted" | "ended";
  "via": string;
}

export interface Glance {
  "id": string;
  "text": string;
  "cut": boolean;
  "at": string | null;
  "speaker": string;
  "title": string;
  "roomId": string;
  "hall": string;
}

export interface Head {
  "slug": string;
  "title": string;
  "layer": "page" | "source";
  "version": number;
  "id": string;
  "path": string;
  "wingId": string;
  "created": string;
  "changed": string;
  "tags": Array<string>;
  "aliases": Array<string>;
  "url": string;
  "deleted": boolean;
}

export interface Health {
  "status": string;
  "covered": number;
  "pending": number;
  "waiting": number;
}

export interface History {
  "versions": Array<Version>;
}

export interface HitOf {
  "id": string;
  "text": string;
  "score": number;
  "why": Record<string, unknown>;
  "wingId": string;
  "roomId": string;
  "hall": string;
  "at": string | null;
  "source": string;
  "sourceKind": string;
  "conversation": string;
  "title": string;
  "speaker": string;
  "role": string;
  "meta": Record<string, unknown>;
  "also": Array<string>;
  "origin"?: Origin | null;
}

export interface Hooks {
  "used": boolean;
  "waiting": number;
  "failed": number;
  "troubles": Array<string>;
}

export interface Hub {
  "slug": string;
  "title": string;
  "backlinks": number;
}

export interface Imported {
  "turns": number;
  "known": number;
  "documents": number;
  "drawers": number;
  "wings": Record<string, number>;
  "problems": Array<Trouble>;
  "receipt"?: Done | null;
}

export interface Invalidate {
  "subject": string;
  "predicate": string;
  "object": string;
  "ended"?: string | null;
}

export interface Key {
  "id": string;
  "name": string;
  "scopes": Array<string>;
  "created": string | null;
  "expires": string | null;
  "revoked": string | null;
}

export interface Keys {
  "keys": Array<Key>;
}

export interface Line {
  "id": string;
  "text": string;
  "speaker": string;
  "at": string | null;
}

export interface Links {
  "slug": string;
  "title": string;
  "links": Array<Name>;
  "broken": Array<string>;
  "backlinks": Array<Backlink>;
  "shared": Record<string, Array<string>>;
}

export interface Made {
  "id": string;
  "wingId": string;
  "name": string;
  "role": "reader" | "writer" | "admin";
  "created": string | null;
  "expires": string | null;
  "state": "waiting" | "accepted" | "ended";
  "via": string;
  "code": string;
}

export interface MadeKey {
  "id": string;
  "name": string;
  "scopes": Array<string>;
  "created": string | null;
  "expires": string | null;
  "revoked": string | null;
  "key": string;
}

export interface Make {
  "role": "reader" | "writer" | "admin";
  "name"?: string | null;
  "expires"?: string | null;
  "wingId": string;
}

export interface MakeKey {
  "name": string;
  "scopes": Array<"read" | "write" | "admin">;
  "expires"?: string | null;
}

export interface Map {
  "markdown": string;
}

export interface Marked {
  "before": string;
  "text": string;
  "after": string;
}

export interface Memories {
  "memories": Array<Memory>;
  "next"?: string | null;
}

export interface Memory {
  "id": string;
  "content": string;
  "wingId": string;
  "roomId": string;
  "hall": string;
  "at"?: string | null;
  "speaker"?: string;
  "role"?: string;
  "source": string;
  "sourceKind": string;
  "conversation": string;
  "title": string;
  "document": string;
  "mediaType": string;
  "meta": Record<string, unknown>;
}

export interface MemoryLine {
  "memories": Array<Dated>;
  "next"?: string | null;
}

export interface Name {
  "slug": string;
  "title": string;
}

export interface Near {
  "id": string;
  "text": string;
  "at": string | null;
  "speaker": string;
  "kind": string;
  "number": number;
}

export interface Newest {
  "memories": Array<Glance>;
}

export interface Note {
  "slug": string;
  "title": string;
  "layer": "page" | "source";
  "version": number;
  "id": string;
  "path": string;
  "wingId": string;
  "created": string;
  "changed": string;
  "tags": Array<string>;
  "aliases": Array<string>;
  "url": string;
  "deleted": boolean;
  "text": string;
}

export interface NoteSaved {
  "noteId": string;
  "title"?: string;
  "body": string;
  "tags"?: Array<string>;
  "workspaceId": string;
  "workspaceName"?: string;
  "updatedAt": string;
  "relations"?: Array<string>;
}

export interface Notes {
  "notes": Array<Head>;
  "next"?: string | null;
}

export interface On {
  "role": "reader" | "writer" | "admin";
  "name"?: string | null;
  "expires"?: string | null;
}

export interface Origin {
  "share": string;
  "name": string;
  "role": string;
}

export interface Overview {
  "hubs": Array<Hub>;
  "orphans": Array<Name>;
  "broken": Array<Broken>;
}

export interface PassageHit {
  "id": string;
  "text": string;
  "score": number;
  "why": Record<string, unknown>;
  "at": string | null;
  "speaker": string;
  "role": string;
  "part": string;
  "wingId": string;
  "roomId": string;
  "hall": string;
  "source": string;
  "sourceKind": string;
  "conversation": string;
  "title": string;
  "branch": string;
  "current": boolean;
  "document": string;
  "span": [number, number];
  "also": Array<string>;
  "superseded": number;
}

export interface Passed {
  "dot": Dot;
  "by": string;
  "says": string;
  "text": string;
  "cite": string;
  "at": string | null;
  "speaker": string;
  "source": string;
}

export interface Path {
  "steps": Array<Passed>;
}

export interface PlacedFact {
  "id": string;
  "subject": string;
  "predicate": string;
  "object": string;
  "validFrom": string | null;
  "validTo": string | null;
  "recordedAt": string | null;
  "retractedAt": string | null;
  "confidence": number;
  "by": string;
  "asserted": boolean;
  "cite": string;
  "current": boolean;
  "contested": string;
  "supersededBy": string;
  "wings": Array<string>;
  "held": boolean;
  "replacedBy": string;
}

export interface Plan {
  "wings": Array<WingOnPlan>;
  "halls": Array<string>;
  "kinds": Array<string>;
  "memories": number;
  "drawers": number;
  "documents": number;
  "sources": number;
}

export interface Pointed {
  "number": number;
  "memory": string;
  "slug": string;
  "title": string;
}

export interface Problem {
  "type": string;
  "title": string;
  "status": number;
  "detail": string;
  "mend"?: string;
  "request"?: string;
  "errors"?: Array<Wrong>;
}

export interface PromptExecuted {
  "promptId": string;
  "prompt": string;
  "result": string;
  "workspaceId": string;
  "noteId"?: string;
  "taskId"?: string;
  "tags"?: Array<string>;
  "at"?: string | null;
}

export interface Proposal {
  "id": string;
  "kind": "contradiction" | "stale" | "alias" | "link" | "merge" | "insight" | "page";
  "text": string;
  "evidence": Array<Evidence>;
  "would": Record<string, unknown>;
  "wingId": string;
  "by": string;
  "score": number;
}

export interface Proposals {
  "proposals": Array<Proposal>;
  "flags": Array<string>;
}

export interface Prune {
  "olderThan"?: string;
  "below"?: number;
  "wingId"?: string | null;
  "dryRun"?: boolean;
}

export interface Pruned {
  "dryRun": boolean;
  "pruned": number;
  "faded": Array<Faded>;
  "receipt"?: Done | null;
}

export interface Refined {
  "refined": number;
  "pending": number;
  "covered": number;
}

export interface Reject {
  "reason"?: string;
}

export interface Related {
  "slug": string;
  "title": string;
  "layer": "page" | "source";
  "score": number;
  "shared": Array<Shared>;
}

export interface RelatedMemories {
  "memories": Array<Near>;
}

export interface RelatedNotes {
  "related": Array<Related>;
}

export interface Rename {
  "name": string;
}

export interface RenameNote {
  "title": string;
  "slug"?: string | null;
}

export interface Renamed {
  "note": Note;
  "rewritten": Array<string>;
}

export interface Repeat {
  "id": string;
  "how": "words" | "near" | "part";
  "wingId": string;
  "roomId": string;
  "source": string;
  "at": string | null;
  "alone": boolean;
}

export interface Repeated {
  "id": string;
  "text": string;
  "wingId": string;
  "roomId": string;
  "source": string;
  "at": string | null;
  "repeats": Array<Repeat>;
}

export interface Restore {
  "version"?: number | null;
}

export interface Room {
  "id": string;
  "memories": number;
  "newest": string | null;
}

export interface RoomOnPlan {
  "id": string;
  "memories": number;
  "newest": string | null;
  "halls": Record<string, number>;
}

export interface Rooms {
  "rooms": Array<Room>;
}

export interface Shared {
  "name": string;
  "here": string;
  "there": string;
}

export interface Shares {
  "given": Array<Given>;
  "taken": Array<Taken>;
}

export interface SourceState {
  "kind": string;
  "uri": string;
  "state": string;
  "memories": number;
}

export interface Spot {
  "wingId": string;
  "roomId": string;
}

export interface Spread {
  "stretches": Array<Stretch>;
  "memories": number;
  "undated": number;
}

export interface State {
  "status": Record<string, unknown>;
  "languages": Record<string, number>;
  "leaves": string;
  "sources": Array<SourceState>;
  "hooks": Hooks;
  "receipts": Array<Done>;
  "eventsWaiting": number;
}

export interface StateFact {
  "subject": string;
  "predicate": string;
  "object": string;
  "validFrom"?: string | null;
  "validTo"?: string | null;
  "confidence"?: number;
  "cite"?: string | null;
}

export interface Stated {
  "fact": Fact;
  "known": boolean;
  "ended": Array<Fact>;
  "contradicts": Array<Fact>;
  "receipt": Done | null;
}

export interface Stats {
  "wings": number;
  "rooms": number;
  "memories": number;
  "drawers": number;
  "documents": number;
  "sources": number;
  "bytes": number;
  "covered": number;
  "pending": number;
}

export interface Step {
  "tool": string;
  "call": string;
  "results": Array<string>;
  "outcome": string;
}

export interface Store {
  "wingId": string;
  "roomId": string;
  "hall": string;
  "content": string;
  "sourceNoteId"?: string | null;
}

export interface Stretch {
  "name": string;
  "memories": number;
}

export interface Supersede {
  "object": string;
  "at"?: string | null;
}

export interface Taken {
  "id": string;
  "name": string;
  "role": "reader" | "writer" | "admin";
  "accepted": string | null;
  "expires": string | null;
}

export interface Talk {
  "best": PassageHit;
  "passages": Array<PassageHit>;
}

export interface Talks {
  "talks": Array<Talk>;
  "understood": Record<string, unknown>;
  "searched": number;
  "coverage": number;
  "flags": Array<string>;
  "milliseconds": number;
}

export interface TendedLinks {
  "links": Array<Pointed>;
}

export interface Tie {
  "a": string;
  "b": string;
  "kind": string;
  "weight": number;
  "says": string;
  "fact": string;
  "since": string | null;
  "until": string | null;
}

export interface Trouble {
  "where": string;
  "what": string;
  "mend": string;
}

export interface TurnRead {
  "id": string;
  "text": string;
  "size": number;
  "cut": number;
  "passage": Marked | null;
  "at": string | null;
  "speaker": string;
  "role": string;
  "part": string;
  "branch": string;
  "wingId": string;
  "roomId": string;
  "hall": string;
  "mediaType": string;
  "readable": boolean;
  "meta": Record<string, unknown>;
}

export interface Undo {
  "numbers": Array<number>;
}

export interface Undone {
  "numbers": Array<number>;
}

export interface Version {
  "version": number;
  "verb": string;
  "slug": string;
  "title": string;
  "at": string;
  "id": string;
}

export interface VersionText {
  "version": number;
  "text": string;
}

export interface WakeUp {
  "l0": string;
  "l1": string;
  "l2": string;
  "text": string;
  "totalTokens": number;
  "tokens": Record<string, number>;
  "cites": Array<string>;
  "flags": Array<string>;
}

export interface Watch {
  "url": string;
  "wingId"?: string | null;
  "tags"?: Array<string>;
  "hours"?: number;
}

export interface Watched {
  "url": string;
  "wingId": string;
  "tags": Array<string>;
  "hours": number;
  "by": string;
  "state": "watched" | "waiting";
}

export interface Watchlist {
  "watched": Array<Watched>;
}

export interface Web {
  "dots": Array<Dot>;
  "ties": Array<Tie>;
  "centre": string;
  "more": number;
}

export interface Wing {
  "id": string;
  "memories": number;
  "newest": string | null;
  "rooms": Array<Room>;
}

export interface WingOnPlan {
  "id": string;
  "memories": number;
  "newest": string | null;
  "rooms": Array<RoomOnPlan>;
}

export interface Wings {
  "wings": Array<Wing>;
  "next"?: string | null;
}

export interface Write {
  "text": string;
  "at"?: string | null;
  "wingId"?: string | null;
}

export interface Wrong {
  "where": string;
  "what": string;
}

export interface Routes {
  "DELETE ": { query?: { dryRun?: boolean; confirm?: string | null }; answer: Erasing };
  "POST /backfill-embeddings": { body?: Backfill | null; answer: Refined };
  "GET /diaries": { answer: Diaries };
  "GET /diaries/{role}": { path: { role: string }; query?: { since?: string | null; until?: string | null; wingId?: string | null; limit?: number; cursor?: string | null }; answer: Entries };
  "POST /diaries/{role}": { path: { role: string }; body: Write; answer: Done };
  "GET /episodes": { query?: { wingId?: string | null; since?: string | null; until?: string | null; limit?: number; cursor?: string | null }; answer: Episodes };
  "GET /episodes/{id}": { path: { id: string }; answer: Episode };
  "POST /events/actions": { body: ActionDone; answer: EventTaken };
  "POST /events/notes": { body: NoteSaved; answer: EventTaken };
  "POST /events/prompts": { body: PromptExecuted; answer: EventTaken };
  "GET /export": { query?: { format?: "texts" | "archive" }; answer: ReadableStream<Uint8Array> };
  "GET /health": { answer: Health };
  "POST /import": { body: Blob | ReadableStream<Uint8Array>; answer: Imported };
  "GET /keys": { answer: Keys };
  "POST /keys": { body: MakeKey; answer: MadeKey };
  "DELETE /keys/{id}": { path: { id: string }; answer: Ended };
  "GET /kg/contradictions": { query?: { wingId?: string | null }; answer: Contradictions };
  "GET /kg/entity/{entity}": { path: { entity: string }; query?: { asOf?: string | null; knownAt?: string | null; hops?: number }; answer: Facts };
  "POST /kg/facts": { body: StateFact; answer: Stated };
  "POST /kg/facts/invalidate": { body: Invalidate; answer: Stated };
  "GET /kg/timeline/{entity}": { path: { entity: string }; query?: { knownAt?: string | null }; answer: Facts };
  "GET /memories": { query?: { wingId?: string | null; roomId?: string | null; hall?: string | null; limit?: number; cursor?: string | null }; answer: Memories };
  "POST /memories": { body: Store; answer: Done };
  "DELETE /memories/{id}": { path: { id: string }; query?: { dryRun?: boolean }; answer: Deleted };
  "GET /memories/{id}": { path: { id: string }; answer: Memory };
  "GET /memories/{id}/content": { path: { id: string }; answer: Blob };
  "GET /notes": { query?: { layer?: "page" | "source" | null; wingId?: string | null; tag?: string | null; deleted?: boolean; limit?: number; cursor?: string | null }; answer: Notes };
  "POST /notes": { body: Create; answer: Note };
  "GET /notes/map": { query?: { wingId?: string | null; tokens?: number }; answer: Map };
  "GET /notes/overview": { answer: Overview };
  "DELETE /notes/{note}": { path: { note: string }; answer: Note };
  "GET /notes/{note}": { path: { note: string }; answer: Note };
  "PATCH /notes/{note}": { path: { note: string }; body: RenameNote; answer: Renamed };
  "PUT /notes/{note}": { path: { note: string }; body: Edit; answer: Note };
  "GET /notes/{note}/diff": { path: { note: string }; query: { old: number; new: number }; answer: Diff };
  "GET /notes/{note}/history": { path: { note: string }; answer: History };
  "GET /notes/{note}/links": { path: { note: string }; answer: Links };
  "GET /notes/{note}/memories": { path: { note: string }; query?: { limit?: number }; answer: RelatedMemories };
  "GET /notes/{note}/related": { path: { note: string }; query?: { limit?: number }; answer: RelatedNotes };
  "POST /notes/{note}/restore": { path: { note: string }; body?: Restore | null; answer: Note };
  "GET /notes/{note}/versions/{version}": { path: { note: string; version: number }; answer: VersionText };
  "POST /prune": { body?: Prune | null; answer: Pruned };
  "POST /prune/{number}/undo": { path: { number: number }; answer: Done };
  "GET /search": { query: { q: string; wingId?: string | null; roomId?: string | null; hall?: string | null; limit?: number; since?: string | null; until?: string | null; speaker?: string | null; shared?: boolean }; answer: Found };
  "GET /shares": { answer: Shares };
  "POST /shares": { body: Make; answer: Made };
  "POST /shares/accept": { body: Code; answer: Taken };
  "DELETE /shares/{id}": { path: { id: string }; answer: Ended };
  "POST /shares/{id}/memories": { path: { id: string }; body: Add; answer: Done };
  "GET /shares/{id}/memories/{memoryId}": { path: { id: string; memoryId: string }; answer: Memory };
  "GET /shares/{id}/rooms": { path: { id: string }; answer: Rooms };
  "PATCH /shares/{id}/rooms/{roomId}": { path: { id: string; roomId: string }; body: Rename; answer: Done };
  "GET /shares/{id}/search": { path: { id: string }; query: { q: string; roomId?: string | null; hall?: string | null; limit?: number; since?: string | null; until?: string | null; speaker?: string | null }; answer: Found };
  "POST /shares/{id}/shares": { path: { id: string }; body: On; answer: Made };
  "GET /stats": { answer: Stats };
  "DELETE /token": { answer: Ended };
  "GET /ui/conversation/{id}": { path: { id: string }; query?: { before?: number; after?: number }; answer: Conversation };
  "GET /ui/doors": { query?: { wingId?: string | null; limit?: number }; answer: Doors };
  "POST /ui/facts/undo": { body: Undo; answer: Undone };
  "POST /ui/facts/{fact}/end": { path: { fact: string }; body?: End | null; answer: Corrected };
  "POST /ui/facts/{fact}/retract": { path: { fact: string }; answer: Corrected };
  "POST /ui/facts/{fact}/supersede": { path: { fact: string }; body: Supersede; answer: Corrected };
  "GET /ui/graph": { query?: { id?: string | null; limit?: number }; answer: Web };
  "GET /ui/graph/names": { query: { q: string; limit?: number }; answer: Dots };
  "GET /ui/graph/path": { query: { a: string; b: string; hops?: number }; answer: Path };
  "GET /ui/plan": { answer: Plan };
  "GET /ui/review/decisions": { answer: Decisions };
  "POST /ui/review/decisions/{number}/undo": { path: { number: number }; answer: Done };
  "GET /ui/review/duplicates": { query?: { wingId?: string | null; limit?: number; cursor?: string | null }; answer: Duplicates };
  "GET /ui/review/links": { answer: TendedLinks };
  "POST /ui/review/links/{number}/undo": { path: { number: number }; answer: TendedLinks };
  "GET /ui/review/proposals": { query?: { wingId?: string | null; limit?: number }; answer: Proposals };
  "POST /ui/review/proposals/{proposal}/accept": { path: { proposal: string }; body?: Accept | null; answer: Decided };
  "POST /ui/review/proposals/{proposal}/reject": { path: { proposal: string }; body?: Reject | null; answer: Decided };
  "GET /ui/search": { query: { q: string; wingId?: string | null; roomId?: string | null; hall?: string | null; speaker?: string | null; kind?: string | null; since?: string | null; until?: string | null; limit?: number; quick?: boolean }; answer: Talks };
  "GET /ui/status": { answer: State };
  "GET /ui/timeline": { query?: { wingId?: string | null; hall?: string | null; since?: string | null; until?: string | null }; answer: Spread };
  "GET /ui/timeline/facts": { query?: { entity?: string | null; wingId?: string | null; asOf?: string | null; knownAt?: string | null; limit?: number }; answer: FactLine };
  "GET /ui/timeline/memories": { query?: { wingId?: string | null; hall?: string | null; since?: string | null; until?: string | null; limit?: number; cursor?: string | null }; answer: MemoryLine };
  "GET /ui/wings/{wingId}/newest": { path: { wingId: string }; query?: { roomId?: string | null; limit?: number }; answer: Newest };
  "GET /wake-up/{wingId}": { path: { wingId: string }; query?: { task?: string | null; budget?: number }; answer: WakeUp };
  "DELETE /watchlist": { query: { url: string }; answer: Watched };
  "GET /watchlist": { answer: Watchlist };
  "POST /watchlist": { body: Watch; answer: Watched };
  "POST /watchlist/approve": { body: Approval; answer: Watched };
  "GET /wings": { query?: { limit?: number; cursor?: string | null }; answer: Wings };
  "DELETE /wings/{wingId}": { path: { wingId: string }; query?: { dryRun?: boolean }; answer: Deleted };
  "GET /wings/{wingId}": { path: { wingId: string }; answer: Wing };
  "PATCH /wings/{wingId}": { path: { wingId: string }; body: Rename; answer: Done };
  "GET /wings/{wingId}/rooms": { path: { wingId: string }; answer: Rooms };
  "PATCH /wings/{wingId}/rooms/{roomId}": { path: { wingId: string; roomId: string }; body: Rename; answer: Done };
}
