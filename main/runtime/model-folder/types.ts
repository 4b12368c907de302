/** What a model may take, and what it may be made of. */
export interface ModelBudget {
  /** Bytes that are free for it, of the machine or of the device that it goes to. */
  readonly memory: number
  /** Takes graphs with If, Loop and Scan, which nothing but a deadline stops. */
  readonly controlFlow?: boolean
}

/** Element types that a decoder is fed with or answers in, in the words of onnxruntime. */
export type PortType = 'float32' | 'float16' | 'int64' | 'int32' | 'bool'

/** An input or output of the graph; a dimension is its size, or its name where it changes, or null where it has none. */
export interface Port {
  readonly name: string
  readonly type: PortType
  readonly shape: readonly (number | string | null)[]
}

/** Names of a layer's keys and values as they go in and as they come out. */
export interface CacheLayer {
  readonly pastKey: string
  readonly pastValue: string
  readonly presentKey: string
  readonly presentValue: string
}

/** Keys and values of what was read before: of each layer two tensors [batch, heads, tokens, headSize]. */
export interface CachePorts {
  readonly layers: readonly CacheLayer[]
  readonly type: 'float32' | 'float16'
  readonly heads: number
  readonly headSize: number
}

/** An input that the codec fills: of each token one number for each of these columns, [batch, tokens, columns]. */
export interface FeaturePort {
  readonly name: string
  readonly type: 'int64' | 'int32'
  /** Which set of features: `slots-features@1`. */
  readonly features: string
  /** Their places in the set. */
  readonly columns: readonly number[]
}

/** A graph that predicts the next token, in the names of the Hugging Face exporters. */
export interface Decoder {
  readonly inputIds: Port
  readonly attentionMask: Port | null
  readonly positionIds: Port | null
  /** Null where the graph reads the whole text at each token. */
  readonly cache: CachePorts | null
  readonly features: readonly FeaturePort[]
  readonly logits: Port
  /** Sequences that are read at once, where the graph takes no other number of them. */
  readonly batch: number | null
  /** Size of the last dimension of the logits. Ids from the tokenizer's size on are padding and never an answer. */
  readonly vocabulary: number
}

/** A file as it was when it was checked; also that there was none. */
export interface FileStamp {
  readonly path: string
  readonly size: number
  /** Device, inode, and times of the last changes: what is written to another file, or at another time, differs. */
  readonly stamp: string
}

/** Which tokenizer the model was trained with: the one of its codec, or the tokenizer.json of the folder. */
export type ModelTokenizer = { readonly kind: 'own' } | { readonly kind: 'file' }

/** What the model will take of memory for one sequence, in bytes. */
export interface MemoryVerdict {
  readonly weights: number
  /** Keys and values of one token; 0 without a cache. */
  readonly perToken: number
  readonly whileLoading: number
  /** All of it at the model's whole context. */
  readonly atFullContext: number
  /** Tokens of the longest context that fits; at most the model's own. */
  readonly largestContext: number
  readonly fits: boolean
  /** The verdict in one sentence. */
  readonly sentence: string
}

/** All that is known of a model folder before a byte of it is run. Plain data, which can be sent to another process. */
export interface ModelFolder {
  /** Without links. */
  readonly path: string
  /** What workbench.json calls it, or the name of the folder. */
  readonly name: string
  readonly about: string | null
  /** The graph's file. */
  readonly graph: string
  readonly nodes: number
  readonly opsets: Readonly<Record<string, number>>
  readonly producer: string
  readonly decoder: Decoder
  readonly tokenizer: ModelTokenizer
  /** Codecs it can be asked in: the one of workbench.json, or all whose special tokens its tokenizer has. */
  readonly codecs: readonly string[]
  /** Tokens that it can read, prompt and answer together. */
  readonly contextLength: number
  /** One string that differs where graph, weights, tokenizer, codec or features differ. */
  readonly identity: string
  /** SHA-256 of each file that counts for the identity, by its name. */
  readonly checksums: Readonly<Record<string, string>>
  readonly memory: MemoryVerdict
  /** Every file that was looked for. */
  readonly files: readonly FileStamp[]
}
