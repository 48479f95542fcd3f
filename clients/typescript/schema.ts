// Written by clients/generate.py from the server's OpenAPI; not by hand.

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

export interface Create {
  "text": string;
  "title"?: string | null;
  "slug"?: string | null;
  "wingId"?: string | null;
  "link"?: boolean;
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

export interface Edit {
  "text": string;
  "version": number;
  "link"?: boolean;
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

export interface Restore {
  "version"?: number | null;
}

export interface Room {
  "id": string;
  "memories": number;
  "newest": string | null;
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

export interface Taken {
  "id": string;
  "name": string;
  "role": "reader" | "writer" | "admin";
  "accepted": string | null;
  "expires": string | null;
}

export interface Trouble {
  "where": string;
  "what": string;
  "mend": string;
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

export interface Wing {
  "id": string;
  "memories": number;
  "newest": string | null;
  "rooms": Array<Room>;
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
  "DELETE ": { query?: { dryRun?: boolean; confirm?: string | null }; header?: { "Idempotency-Key"?: string; "X-Request-Id"?: string }; answer: Erasing };
  "POST /backfill-embeddings": { header?: { "Idempotency-Key"?: string; "X-Request-Id"?: string }; body?: Backfill | null; answer: Refined };
  "GET /diaries": { header?: { "If-None-Match"?: string; "X-Request-Id"?: string }; answer: Diaries };
  "GET /diaries/{role}": { path: { role: string }; query?: { since?: string | null; until?: string | null; wingId?: string | null; limit?: number; cursor?: string | null }; header?: { "If-None-Match"?: string; "X-Request-Id"?: string }; answer: Entries };
  "POST /diaries/{role}": { path: { role: string }; header?: { "Idempotency-Key"?: string; "X-Request-Id"?: string }; body: Write; answer: Done };
  "GET /episodes": { query?: { wingId?: string | null; since?: string | null; until?: string | null; limit?: number; cursor?: string | null }; header?: { "If-None-Match"?: string; "X-Request-Id"?: string }; answer: Episodes };
  "GET /episodes/{id}": { path: { id: string }; header?: { "If-None-Match"?: string; "X-Request-Id"?: string }; answer: Episode };
  "POST /events/actions": { header?: { "Idempotency-Key"?: string; "X-Request-Id"?: string }; body: ActionDone; answer: EventTaken };
  "POST /events/notes": { header?: { "Idempotency-Key"?: string; "X-Request-Id"?: string }; body: NoteSaved; answer: EventTaken };
  "POST /events/prompts": { header?: { "Idempotency-Key"?: string; "X-Request-Id"?: string }; body: PromptExecuted; answer: EventTaken };
  "GET /export": { query?: { format?: "texts" | "archive" }; header?: { "X-Request-Id"?: string }; answer: ReadableStream<Uint8Array> };
  "GET /health": { header?: { "If-None-Match"?: string; "X-Request-Id"?: string }; answer: Health };
  "POST /import": { header?: { "Idempotency-Key"?: string; "X-Request-Id"?: string }; body: Blob | ReadableStream<Uint8Array>; answer: Imported };
  "GET /keys": { header?: { "If-None-Match"?: string; "X-Request-Id"?: string }; answer: Keys };
  "POST /keys": { header?: { "Idempotency-Key"?: string; "X-Request-Id"?: string }; body: MakeKey; answer: MadeKey };
  "DELETE /keys/{id}": { path: { id: string }; header?: { "Idempotency-Key"?: string; "X-Request-Id"?: string }; answer: Ended };
  "GET /kg/contradictions": { query?: { wingId?: string | null }; header?: { "If-None-Match"?: string; "X-Request-Id"?: string }; answer: Contradictions };
  "GET /kg/entity/{entity}": { path: { entity: string }; query?: { asOf?: string | null; knownAt?: string | null; hops?: number }; header?: { "If-None-Match"?: string; "X-Request-Id"?: string }; answer: Facts };
  "POST /kg/facts": { header?: { "Idempotency-Key"?: string; "X-Request-Id"?: string }; body: StateFact; answer: Stated };
  "POST /kg/facts/invalidate": { header?: { "Idempotency-Key"?: string; "X-Request-Id"?: string }; body: Invalidate; answer: Stated };
  "GET /kg/timeline/{entity}": { path: { entity: string }; query?: { knownAt?: string | null }; header?: { "If-None-Match"?: string; "X-Request-Id"?: string }; answer: Facts };
  "GET /memories": { query?: { wingId?: string | null; roomId?: string | null; hall?: string | null; limit?: number; cursor?: string | null }; header?: { "If-None-Match"?: string; "X-Request-Id"?: string }; answer: Memories };
  "POST /memories": { header?: { "Idempotency-Key"?: string; "X-Request-Id"?: string }; body: Store; answer: Done };
  "DELETE /memories/{id}": { path: { id: string }; query?: { dryRun?: boolean }; header?: { "If-Match"?: string | null; "Idempotency-Key"?: string; "X-Request-Id"?: string }; answer: Deleted };
  "GET /memories/{id}": { path: { id: string }; header?: { "If-None-Match"?: string; "X-Request-Id"?: string }; answer: Memory };
  "GET /memories/{id}/content": { path: { id: string }; header?: { "X-Request-Id"?: string }; answer: Blob };
  "GET /notes": { query?: { layer?: "page" | "source" | null; wingId?: string | null; tag?: string | null; deleted?: boolean; limit?: number; cursor?: string | null }; header?: { "If-None-Match"?: string; "X-Request-Id"?: string }; answer: Notes };
  "POST /notes": { header?: { "Idempotency-Key"?: string; "X-Request-Id"?: string }; body: Create; answer: Note };
  "GET /notes/map": { query?: { wingId?: string | null; tokens?: number }; header?: { "If-None-Match"?: string; "X-Request-Id"?: string }; answer: Map };
  "GET /notes/overview": { header?: { "If-None-Match"?: string; "X-Request-Id"?: string }; answer: Overview };
  "DELETE /notes/{note}": { path: { note: string }; header?: { "If-Match"?: string | null; "Idempotency-Key"?: string; "X-Request-Id"?: string }; answer: Note };
  "GET /notes/{note}": { path: { note: string }; header?: { "If-None-Match"?: string; "X-Request-Id"?: string }; answer: Note };
  "PATCH /notes/{note}": { path: { note: string }; header?: { "If-Match"?: string | null; "Idempotency-Key"?: string; "X-Request-Id"?: string }; body: RenameNote; answer: Renamed };
  "PUT /notes/{note}": { path: { note: string }; header?: { "If-Match"?: string | null; "Idempotency-Key"?: string; "X-Request-Id"?: string }; body: Edit; answer: Note };
  "GET /notes/{note}/diff": { path: { note: string }; query: { old: number; new: number }; header?: { "If-None-Match"?: string; "X-Request-Id"?: string }; answer: Diff };
  "GET /notes/{note}/history": { path: { note: string }; header?: { "If-None-Match"?: string; "X-Request-Id"?: string }; answer: History };
  "GET /notes/{note}/links": { path: { note: string }; header?: { "If-None-Match"?: string; "X-Request-Id"?: string }; answer: Links };
  "GET /notes/{note}/memories": { path: { note: string }; query?: { limit?: number }; header?: { "If-None-Match"?: string; "X-Request-Id"?: string }; answer: RelatedMemories };
  "GET /notes/{note}/related": { path: { note: string }; query?: { limit?: number }; header?: { "If-None-Match"?: string; "X-Request-Id"?: string }; answer: RelatedNotes };
  "POST /notes/{note}/restore": { path: { note: string }; header?: { "Idempotency-Key"?: string; "X-Request-Id"?: string }; body?: Restore | null; answer: Note };
  "GET /notes/{note}/versions/{version}": { path: { note: string; version: number }; header?: { "If-None-Match"?: string; "X-Request-Id"?: string }; answer: VersionText };
  "POST /prune": { header?: { "Idempotency-Key"?: string; "X-Request-Id"?: string }; body?: Prune | null; answer: Pruned };
  "POST /prune/{number}/undo": { path: { number: number }; header?: { "Idempotency-Key"?: string; "X-Request-Id"?: string }; answer: Done };
  "GET /search": { query: { q: string; wingId?: string | null; roomId?: string | null; hall?: string | null; limit?: number; since?: string | null; until?: string | null; speaker?: string | null; shared?: boolean }; header?: { "If-None-Match"?: string; "X-Request-Id"?: string }; answer: Found };
  "GET /shares": { header?: { "If-None-Match"?: string; "X-Request-Id"?: string }; answer: Shares };
  "POST /shares": { header?: { "Idempotency-Key"?: string; "X-Request-Id"?: string }; body: Make; answer: Made };
  "POST /shares/accept": { header?: { "Idempotency-Key"?: string; "X-Request-Id"?: string }; body: Code; answer: Taken };
  "DELETE /shares/{id}": { path: { id: string }; header?: { "Idempotency-Key"?: string; "X-Request-Id"?: string }; answer: Ended };
  "POST /shares/{id}/memories": { path: { id: string }; header?: { "Idempotency-Key"?: string; "X-Request-Id"?: string }; body: Add; answer: Done };
  "GET /shares/{id}/memories/{memoryId}": { path: { id: string; memoryId: string }; header?: { "If-None-Match"?: string; "X-Request-Id"?: string }; answer: Memory };
  "GET /shares/{id}/rooms": { path: { id: string }; header?: { "If-None-Match"?: string; "X-Request-Id"?: string }; answer: Rooms };
  "PATCH /shares/{id}/rooms/{roomId}": { path: { id: string; roomId: string }; header?: { "Idempotency-Key"?: string; "X-Request-Id"?: string }; body: Rename; answer: Done };
  "GET /shares/{id}/search": { path: { id: string }; query: { q: string; roomId?: string | null; hall?: string | null; limit?: number; since?: string | null; until?: string | null; speaker?: string | null }; header?: { "If-None-Match"?: string; "X-Request-Id"?: string }; answer: Found };
  "POST /shares/{id}/shares": { path: { id: string }; header?: { "Idempotency-Key"?: string; "X-Request-Id"?: string }; body: On; answer: Made };
  "GET /stats": { header?: { "If-None-Match"?: string; "X-Request-Id"?: string }; answer: Stats };
  "DELETE /token": { header?: { "Idempotency-Key"?: string; "X-Request-Id"?: string }; answer: Ended };
  "GET /wake-up/{wingId}": { path: { wingId: string }; query?: { task?: string | null; budget?: number }; header?: { "If-None-Match"?: string; "X-Request-Id"?: string }; answer: WakeUp };
  "DELETE /watchlist": { query: { url: string }; header?: { "Idempotency-Key"?: string; "X-Request-Id"?: string }; answer: Watched };
  "GET /watchlist": { header?: { "If-None-Match"?: string; "X-Request-Id"?: string }; answer: Watchlist };
  "POST /watchlist": { header?: { "Idempotency-Key"?: string; "X-Request-Id"?: string }; body: Watch; answer: Watched };
  "POST /watchlist/approve": { header?: { "Idempotency-Key"?: string; "X-Request-Id"?: string }; body: Approval; answer: Watched };
  "GET /wings": { query?: { limit?: number; cursor?: string | null }; header?: { "If-None-Match"?: string; "X-Request-Id"?: string }; answer: Wings };
  "DELETE /wings/{wingId}": { path: { wingId: string }; query?: { dryRun?: boolean }; header?: { "If-Match"?: string | null; "Idempotency-Key"?: string; "X-Request-Id"?: string }; answer: Deleted };
  "GET /wings/{wingId}": { path: { wingId: string }; header?: { "If-None-Match"?: string; "X-Request-Id"?: string }; answer: Wing };
  "PATCH /wings/{wingId}": { path: { wingId: string }; header?: { "If-Match"?: string | null; "Idempotency-Key"?: string; "X-Request-Id"?: string }; body: Rename; answer: Done };
  "GET /wings/{wingId}/rooms": { path: { wingId: string }; header?: { "If-None-Match"?: string; "X-Request-Id"?: string }; answer: Rooms };
  "PATCH /wings/{wingId}/rooms/{roomId}": { path: { wingId: string; roomId: string }; header?: { "Idempotency-Key"?: string; "X-Request-Id"?: string }; body: Rename; answer: Done };
}
