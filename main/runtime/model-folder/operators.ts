/** Operators of the standard that decoders are made of. What is random, reads files or makes lists is not among them. */
const STANDARD = `
  Abs Acos Acosh Add And ArgMax ArgMin Asin Asinh Atan Atanh Attention AveragePool BatchNormalization
  BitShift BitwiseAnd BitwiseNot BitwiseOr BitwiseXor Cast CastLike Ceil Celu Clip Compress Concat Constant
  ConstantOfShape Conv ConvInteger ConvTranspose Cos Cosh CumSum DepthToSpace DequantizeLinear Div Dropout
  DynamicQuantizeLinear Einsum Elu Equal Erf Exp Expand EyeLike Flatten Floor Gather GatherElements GatherND
  Gelu Gemm GlobalAveragePool Greater GreaterOrEqual GroupNormalization HardSigmoid HardSwish Hardmax
  Identity InstanceNormalization IsInf IsNaN LRN LayerNormalization LeakyRelu Less LessOrEqual Log LogSoftmax
  LpNormalization MatMul MatMulInteger Max MaxPool Mean MeanVarianceNormalization Min Mish Mod Mul Neg
  NonZero Not OneHot Or PRelu Pad Pow QLinearConv QLinearMatMul QuantizeLinear RMSNormalization Range
  Reciprocal ReduceL1 ReduceL2 ReduceLogSum ReduceLogSumExp ReduceMax ReduceMean ReduceMin ReduceProd
  ReduceSum ReduceSumSquare Relu Reshape ReverseSequence RotaryEmbedding Round Scatter ScatterElements
  ScatterND Selu Shape Shrink Sigmoid Sign Sin Sinh Size Slice Softmax Softplus Softsign SpaceToDepth Split
  Sqrt Squeeze Sub Sum Swish Tan Tanh TensorScatter ThresholdedRelu Tile TopK Transpose Trilu Unique Unsqueeze
  Where Xor`

/** Operators of onnxruntime that its exporters and optimisers put into decoders. */
const ONNXRUNTIME = `
  Attention BiasAdd BiasGelu BiasSoftmax BiasSplitGelu CausalConvWithState DequantizeLinear
  DynamicQuantizeMatMul EmbedLayerNormalization FastGelu FusedMatMul FusedMatMulActivation FusedConv
  FusedGemm GatherBlockQuantized GatherND Gelu GemmFastGelu GroupQueryAttention LayerNormalization
  LinearAttention MatMulBnb4 MatMulFpQ4 MatMulInteger16 MatMulIntegerToFloat MatMulNBits MoE
  MultiHeadAttention NGramRepeatBlock Pad PackedMultiHeadAttention QGemm QLinearAdd QLinearConcat
  QLinearMul QLinearSigmoid QLinearSoftmax QLinearWhere QMoE QuantizeLinear QuickGelu RotaryEmbedding
  SimplifiedLayerNormalization SkipLayerNormalization SkipSimplifiedLayerNormalization SparseAttention
  TransposeMatMul Trilu`

const words = (text: string): ReadonlySet<string> => new Set(text.trim().split(/\s+/))

export const CONTROL_FLOW: ReadonlySet<string> = new Set(['If', 'Loop', 'Scan'])

const OPERATORS: ReadonlyMap<string, ReadonlySet<string>> = new Map([
  // onnxruntime has two of its own in the domain of the standard.
  [
    'ai.onnx',
    new Set([
      ...words(STANDARD),
      'SimplifiedLayerNormalization',
      'SkipSimplifiedLayerNormalization',
    ]),
  ],
  ['com.microsoft', words(ONNXRUNTIME)],
])

/** The standard's domain has two names. */
export function domainOf(domain: string | null): string {
  return domain === null || domain === '' ? 'ai.onnx' : domain
}

export function isKnownDomain(domain: string): boolean {
  return OPERATORS.has(domain)
}

export function isKnownOperator(domain: string, operator: string): boolean {
  return OPERATORS.get(domain)?.has(operator) ?? false
}
